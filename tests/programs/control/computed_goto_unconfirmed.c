// expect: unknown not confirmed by native replay
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  static void *labels[] = {&&first, &&second, &&third};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2)
    return 0;
  goto *labels[i];
first:
  return 1;
second:
  return 2;
third:
  reach_error(); // fails here
  return 3;
}
