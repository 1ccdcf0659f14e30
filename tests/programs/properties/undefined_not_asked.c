// expect: unknown undefined
// options: --engine explore
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_int() == 3)
    *p = 1;
  return 0;
}
