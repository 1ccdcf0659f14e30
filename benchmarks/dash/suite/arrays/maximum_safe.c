// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[3] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int most = a[0];
  for (int i = 1; i < 3; i++)
    if (a[i] > most) most = a[i];
  if (!(most >= a[0] && most >= a[1] && most >= a[2])) reach_error();
  return 0;
}
