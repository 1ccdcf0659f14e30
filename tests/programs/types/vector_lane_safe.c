// expect: safe
// options: --property unreach-call,def-behavior
typedef int v4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  v4 v = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 4 || j >= 4) return 0;
  v[i] = 9;
  if (i != j && v[j] != (int)j + 1) reach_error();
  if (v[i] != 9) reach_error();
  return 0;
}
