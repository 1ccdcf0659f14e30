// expect: safe
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  short b = __VERIFIER_nondet_short();
  __VERIFIER_assume(b > 300);
  if (a == b) reach_error();
  return 0;
}
