// expect: safe
// options: --property all
// proof: confirmed
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  x = __VERIFIER_nondet_int();
  if (x > 3) return 1;
  return 0;
}
