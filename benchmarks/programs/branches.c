// N independent unknown branches: 2^N paths. KLEE's figure in the table is for N = 14.
#ifndef N
#define N 14
#endif
extern int __VERIFIER_nondet_int(void);

int marks[N];

int main(void) {
  int seen = 0;
  for (int i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    if (value > 100) {
      marks[i] = 1;
      seen++;
    }
  }
  return seen > N;
}
