// expect: safe
// options: --property unreach-call,def-behavior
typedef int v4 __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i && __builtin_clz(i) + __builtin_ctz(i) > 31) reach_error();
  return 0;
}
