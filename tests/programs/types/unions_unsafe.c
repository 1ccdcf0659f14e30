// expect: unsafe unreach-call
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
union view {
  float number;
  unsigned bits;
};
int main(void) {
  union view v;
  v.number = __VERIFIER_nondet_float();
  if (v.bits == 0x40490fdb)
    reach_error(); // fails here
  return 0;
}
