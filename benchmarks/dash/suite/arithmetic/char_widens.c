// expect: safe
// Sums of characters are computed as int.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  int sum = a + b;
  if (!(sum <= 510)) reach_error();
  return 0;
}
