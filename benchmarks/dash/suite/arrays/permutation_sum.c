// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[3] = {10, 20, 30};
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3;
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
  if (!(a[0] + a[1] + a[2] == 60)) reach_error();
  return 0;
}
