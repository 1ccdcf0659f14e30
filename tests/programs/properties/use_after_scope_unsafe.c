// expect: unsafe valid-deref
// options: --property valid-memsafety
extern int __VERIFIER_nondet_int(void);
static int *leaked;
static void remember(void) {
  int local = 3;
  if (__VERIFIER_nondet_int())
    leaked = &local;
}
int main(void) {
  int fine = 0;
  leaked = &fine;
  remember();
  *leaked = 1; // fails here
  return 0;
}
