// expect: unsafe division-by-zero
// options: --property division-by-zero
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100)
    return 1000 / (x - 200); // fails here
  return 0;
}
