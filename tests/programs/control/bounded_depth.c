// expect: unknown depth
// options: --max-depth 5
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int())
    n++;
  if (n == 50)
    reach_error();
  return 0;
}
