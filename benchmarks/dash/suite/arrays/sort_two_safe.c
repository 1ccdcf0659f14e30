// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  if (a[0] > a[1]) {
    int t = a[0];
    a[0] = a[1];
    a[1] = t;
  }
  if (!(a[0] <= a[1])) reach_error();
  return 0;
}
