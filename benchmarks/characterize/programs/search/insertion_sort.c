// expect: fails iff the first element is larger than some other
// inputs: int v[3]
// truth: v[0] > v[1] || v[0] > v[2]
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

#define N 3

int main(void) {
  int v[N];
  for (int i = 0; i < N; i++)
    v[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < N; i++) {
    int moved = v[i], j = i;
    while (j > 1 && v[j - 1] > moved) { /* j > 0 */
      v[j] = v[j - 1];
      j--;
    }
    v[j] = moved;
  }
  for (int i = 1; i < N; i++)
    assert(v[i - 1] <= v[i]);
  return 0;
}
