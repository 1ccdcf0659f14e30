// expect: unsafe unreach-call
// options: --property unreach-call,valid-deref
// in its fifth round the loop takes the zero away
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char b[100];
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  if (n >= 100)
    return 0;
  b[n] = 0;
  while (b[k] != 0) {
    if (k == 4)
      b[n] = 1;
    k++;
  }
  if (k > n)
    reach_error(); // fails here
  return 0;
}
