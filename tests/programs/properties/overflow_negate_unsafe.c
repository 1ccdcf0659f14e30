// expect: unsafe no-overflow
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int magnitude = x < 0 ? -x : x; // fails here
  return magnitude == 3;
}
