// expect: unknown call depth
// options: --engine explore
extern int __VERIFIER_nondet_int(void);
static int down(int n) { return down(n + 1) + 1; }
int main(void) { return down(__VERIFIER_nondet_int()); }
