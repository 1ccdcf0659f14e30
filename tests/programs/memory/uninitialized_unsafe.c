// expect: unsafe uninitialized
// options: --property uninitialized
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, given = __VERIFIER_nondet_int(), result = 0;
  if (given > 0) x = 1;
  if (given >= 0) result = x + given;
  if (result == 7) return 1; // fails here
  return 0;
}
