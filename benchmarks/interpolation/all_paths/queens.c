// expect: safe
#ifndef N
#define N 5
#endif
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

// Queens on an N x N board, a row at a time, each place chosen by an input; no two of them meet.
int main(void) {
  int place[N];
  for (int row = 0; row < N; row++) {
    int at = __VERIFIER_nondet_int(), column;
    for (column = 0; column < N - 1; column++)
      if (at == column) break;
    for (int k = 0; k < row; k++) {
      int apart = place[k] - column;
      if (apart == 0 || apart == row - k || apart == k - row) return 0;
    }
    place[row] = column;
  }
  for (int i = 0; i < N; i++)
    for (int k = 0; k < i; k++) assert(place[i] != place[k] && place[i] - place[k] != i - k);
  return 0;
}
