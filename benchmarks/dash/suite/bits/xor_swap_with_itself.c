// expect: unsafe
// The same cell twice: the swap wipes it out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void swap(int *p, int *q) {
  *p ^= *q;
  *q ^= *p;
  *p ^= *q;
}

int main(void) {
  int a[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int i = __VERIFIER_nondet_int() & 1, j = __VERIFIER_nondet_int() & 1, before = a[i];
  swap(&a[i], &a[j]);
  if (!(a[j] == before)) reach_error();
  return 0;
}
