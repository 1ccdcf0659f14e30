// expect: safe
// options: --property unreach-call,valid-deref
// proof: confirmed
// the zero lies at an unknown place of a buffer with unknown content; the loop has no other bound
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char b[1000];
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  if (n >= 1000)
    return 0;
  b[n] = 0;
  while (b[k] != 0)
    k++;
  if (k > n)
    reach_error();
  return 0;
}
