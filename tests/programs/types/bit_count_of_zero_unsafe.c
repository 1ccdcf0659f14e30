// expect: unsafe def-behavior
// options: --property def-behavior
typedef int v4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  return __builtin_ctz(i & 6);  // fails here
}
