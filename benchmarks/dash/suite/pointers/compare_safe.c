// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
  int *p = &a[i], *q = &a[j];
  if (p == q) if (!(i == j)) reach_error();
  if (p < q) if (!(i < j)) reach_error();
  return 0;
}
