// expect: unsafe valid-deref
// options: --property valid-memsafety
extern int __VERIFIER_nondet_int(void);
static void set(int *place, int value) { *place = value; }
int main(void) {
  int kept = 0, *p = &kept;
  if (__VERIFIER_nondet_int()) {
    int inner[2] = {1, 2};
    if (__VERIFIER_nondet_int())
      p = inner + 1;
    set(inner, 3);
  }
  set(p, 5);
  return 0;
}
