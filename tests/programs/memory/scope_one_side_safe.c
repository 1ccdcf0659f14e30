// expect: safe
// options: --property valid-memsafety
extern int __VERIFIER_nondet_int(void);
static void set(int *place, int value) { *place = value; }
int main(void) {
  int kept = 0, *p = &kept;
  if (__VERIFIER_nondet_int()) {
    int inner[2] = {1, 2};
    if (__VERIFIER_nondet_int())
      p = inner + 1;
    set(p, 3);
    p = &kept;
  }
  set(p, 5);
  return 0;
}
