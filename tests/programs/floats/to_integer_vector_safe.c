// expect: safe
// options: --property def-behavior
extern float __VERIFIER_nondet_float(void);
typedef float floats __attribute__((vector_size(16)));
typedef unsigned short shorts __attribute__((vector_size(8)));
int main(void) {
  floats v;
  for (int i = 0; i < 4; i++) {
    float f = __VERIFIER_nondet_float();
    v[i] = (f > -1 && f < 65536) ? f : 0;
  }
  shorts s = __builtin_convertvector(v, shorts);
  return 0;
}
