// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int a[4] = {0};
  unsigned i = __VERIFIER_nondet_uint() % 4, j = __VERIFIER_nondet_uint() % 4;
  a[i] = 1;
  a[j] = 2;
  if (i != j) if (!(a[i] == 1)) reach_error();
  return 0;
}
