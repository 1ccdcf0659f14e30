// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i, s = 0;
  for (i = 0; i < n; ++i) s += 2;
  if (s == 400000000) reach_error();
  return 0;
}
