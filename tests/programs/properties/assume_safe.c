// expect: safe
extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c < 100);
  if (c + c >= 200)
    reach_error();
  return 0;
}
