// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x != 0) {
    unsigned low = x & -x;
    if (!(low != 0 && (low & (low - 1)) == 0)) reach_error();
  }
  return 0;
}
