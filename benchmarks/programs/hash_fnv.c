// The FNV-1a hash over N unknown bytes, mixed once more; a branch on the state after each: hard for the solver.
#ifndef N
#define N 4
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned h = 2166136261u;
  int kind = 0;
  for (int i = 0; i < N; i++) {
    h = (h ^ __VERIFIER_nondet_uchar()) * 16777619u;
    h += h >> 15;
    if ((h & 0xff) < 0x40)
      kind = kind * 3 + 1;
    else if (((h >> 8) & 0xf) == 7)
      kind = kind * 3 + 2;
    else
      kind = kind * 3;
  }
  if (h % 1009 == 17)
    return 1;
  return kind > 100000;
}
