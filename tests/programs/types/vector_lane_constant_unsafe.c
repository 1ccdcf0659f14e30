// expect: unsafe def-behavior
// options: --property def-behavior
typedef int v4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  v4 v = {1, 2, 3, 4};
  v[5] = 3;  // fails here
  return v[1];
}
