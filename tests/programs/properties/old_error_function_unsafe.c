// expect: unsafe unreach-call
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * x == 49)
    goto ERROR;
  return 0;
ERROR:
  __VERIFIER_error(); // fails here
  return 1;
}
