// expect: unsafe
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  c = c + 100;
  if (c < 100 && c > 97) reach_error();
  return 0;
}
