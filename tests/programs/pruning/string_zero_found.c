// expect: safe
// options: --property unreach-call,valid-deref
// proof: confirmed
// as before, but the zero was found there rather than written
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char b[1000];
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  if (n >= 1000 || b[n] != 0)
    return 0;
  while (b[k] != 0)
    k++;
  if (k > n)
    reach_error();
  return 0;
}
