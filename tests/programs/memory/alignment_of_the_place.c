// expect: unknown depends on where objects lie
// options: --property alignment
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char bytes[9] = "12345678";
  bytes[0] = __VERIFIER_nondet_uchar();
  short *half = (short *)bytes;
  return *half;
}
