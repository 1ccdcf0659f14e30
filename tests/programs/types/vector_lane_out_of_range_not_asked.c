// expect: unknown lane of a vector
// options: --property unreach-call
typedef int v4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  v4 v = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 4) return 0;
  if (v[i] == 7) reach_error();
  return 0;
}
