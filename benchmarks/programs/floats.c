// Doubles: N unknown samples between -100 and 100, their mean and a branch on each side of it.
#ifndef N
#define N 2
#endif
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
  double x[N], sum = 0;
  for (int i = 0; i < N; i++) {
    x[i] = __VERIFIER_nondet_double();
    __VERIFIER_assume(x[i] >= -100.0 && x[i] <= 100.0);
    sum += x[i];
  }
  double mean = sum / N;
  int above = 0;
  for (int i = 0; i < N; i++)
    if (x[i] > mean + 1.0)
      above++;
  return above;
}
