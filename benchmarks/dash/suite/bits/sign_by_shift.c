// expect: unsafe
// The sign bit of the difference is no comparison: it wraps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int less = (int)((unsigned)(a - b) >> 31);
  if (!(less == (a < b))) reach_error();
  return 0;
}
