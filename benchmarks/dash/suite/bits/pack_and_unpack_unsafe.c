// expect: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned packed = (unsigned)a << 7 | b;
  if (!((packed >> 8) == a && (packed & 255) == b)) reach_error();
  return 0;
}
