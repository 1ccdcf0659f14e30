// expect: safe
// Figure 3.16: the first branch is infeasible, and no test has run yet.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x != x) reach_error();
  return 0;
}
