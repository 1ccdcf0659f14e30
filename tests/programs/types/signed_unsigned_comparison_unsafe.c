// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned limit = 10;
  if (i < 0 && i > limit)
    reach_error(); // fails here
  return 0;
}
