// expect: unsafe def-behavior
// options: --property def-behavior
int main(void) {
  int x = 1 << 40;  // fails here
  return 0;
}
