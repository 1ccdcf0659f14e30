// N unknown indices into arrays that are read and written: a counting sort whose table is walked afterwards.
#include <assert.h>
#ifndef N
#define N 4
#endif
#define RANGE 16
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
  unsigned char input[N], count[RANGE] = {0};
  for (int i = 0; i < N; i++) {
    input[i] = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(input[i] < RANGE);
    count[input[i]]++;
  }
  int total = 0, largest = 0;
  for (int v = 0; v < RANGE; v++) {
    total += count[v];
    if (count[v] > 1)
      largest = v;
  }
  assert(total == N);
  return largest;
}
