// A hash with multiplications over N unknown bytes; a branch on the state after each of them: the solver's work.
#ifndef N
#define N 4
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned h = 5381;
  int kind = 0;
  for (int i = 0; i < N; i++) {
    h = h * 33u ^ __VERIFIER_nondet_uchar();
    if ((h & 0xff) < 0x40)
      kind = kind * 3 + 1;
    else if (h % 16 == 7)
      kind = kind * 3 + 2;
    else
      kind = kind * 3;
  }
  if (h % 1009 == 17)
    return 1;
  return kind > 100000;
}
