// expect: unsafe def-behavior
// options: --property all
extern int __VERIFIER_nondet_int(void);
typedef short v8 __attribute__((vector_size(16)));
static void put(v8 *v, unsigned i, short x) { (*v)[i] = x; }
int main(void) {
  v8 v = {0};
  unsigned n = 0;
  while (n < 8 && __VERIFIER_nondet_int()) n++;
  put(&v, n, 1);
  return v[0];
}
