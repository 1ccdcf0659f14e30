// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x;
  if (__VERIFIER_nondet_int()) y = x;
  if (!(x == y)) reach_error();
  return 0;
}
