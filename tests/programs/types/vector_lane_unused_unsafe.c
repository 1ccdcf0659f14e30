// expect: unsafe def-behavior
// options: --property def-behavior
typedef int lanes __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  lanes v = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint();
  (void)v[i]; // fails here
  return 0;
}
