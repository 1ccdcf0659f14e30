// Bubble sort of N unknown ints: one path for each order, N! in all; the result is asserted to be sorted.
#include <assert.h>
#ifndef N
#define N 5
#endif
extern int __VERIFIER_nondet_int(void);

static void bubble(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++)
    a[i] = __VERIFIER_nondet_int();
  bubble(a, N);
  for (int i = 0; i + 1 < N; i++)
    assert(a[i] <= a[i + 1]);
  return 0;
}
