// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int most = a;
  if (b > most) most = b;
  if (c > most) most = c;
  if (!(most >= a && most >= b && most >= c)) reach_error();
  return 0;
}
