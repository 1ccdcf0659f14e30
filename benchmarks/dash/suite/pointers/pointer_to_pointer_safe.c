// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x + 1;
  int *p = &x, **pp = &p;
  if (__VERIFIER_nondet_int()) *pp = &y;
  **pp = 7;
  if (!(x == 7 || y == 7)) reach_error();
  return 0;
}
