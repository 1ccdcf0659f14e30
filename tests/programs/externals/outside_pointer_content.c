// expect: unsafe unreach-call
// options: --outside-pointers 16
// what lies there is unknown; the first result is not used, but is part of the test
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int *get(int);
int main(void) {
  int before = __VERIFIER_nondet_int();
  get(before);
  int *p = get(1);
  if (before == 5 && p && p[3] == 42)
    reach_error(); // fails here
  return 0;
}
