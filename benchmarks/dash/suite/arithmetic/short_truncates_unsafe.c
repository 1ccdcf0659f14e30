// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  short s = (short)x;
  if (x >= -32768 && x <= 32768)
    if (!(s == x)) reach_error();
  return 0;
}
