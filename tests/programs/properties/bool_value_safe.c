// expect: safe
// options: --property def-behavior
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  _Bool b;
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c > 1) return 0;
  *(unsigned char *)&b = c;
  return b;
}
