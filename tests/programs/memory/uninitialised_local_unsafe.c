// expect: unsafe unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_int() == 2)
    x = 1;
  if (x == 12)
    reach_error(); // fails here
  return 0;
}
