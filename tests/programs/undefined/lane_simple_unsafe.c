// expect: unsafe def-behavior
// options: --property all
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 v = {1,2,3,4};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i <= 4);
  return v[i];
}
