// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int grow(int x) {
  if (__VERIFIER_nondet_int()) return x;
  return grow(x + 2);
}

int main(void) {
  int x = grow(0);
  if (x == 6) reach_error();
  return 0;
}
