// expect: safe
extern void reach_error(void);
int main(void) {
  int x;
  int a = x, b = x;
  if (a != b || x - a != 0)
    reach_error();
  return 0;
}
