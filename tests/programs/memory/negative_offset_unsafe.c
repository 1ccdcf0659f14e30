// expect: unsafe valid-deref
// options: --property valid-deref
extern int __VERIFIER_nondet_int(void);
static int before[4], middle[4], after[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  before[0] = after[0] = 1;
  if (i < 4)
    middle[i] = 2; // fails here
  return 0;
}
