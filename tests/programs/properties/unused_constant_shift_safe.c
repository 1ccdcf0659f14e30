// expect: safe
// options: --property def-behavior
int main(void) {
  int x = 1 << 30;
  return 0;
}
