// expect: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar() & 15;
  int count = 0;
  for (int i = 0; i < 4; i++)
    if (x >> i & 1) count++;
  if (count == 4) if (!(x == 14)) reach_error();
  if (!(count <= 4)) reach_error();
  return 0;
}
