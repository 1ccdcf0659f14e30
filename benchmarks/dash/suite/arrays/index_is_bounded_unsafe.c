// expect: unsafe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[6] = {3, 1, 4, 1, 5, 9};
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 6) if (!(a[i] < 9)) reach_error();
  return 0;
}
