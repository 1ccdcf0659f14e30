// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > -2147483647 - 1);
  int mask = x >> 31;
  int y = (x + mask) ^ mask;
  if (!(y >= 0)) reach_error();
  return 0;
}
