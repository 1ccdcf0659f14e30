// expect: fails iff the key is 2, the only one of a range of one element
// inputs: int key
// truth: ({ static const int s[7] = {2, 3, 5, 7, 11, 13, 17}; int lo = 0, hi = 7, found = 0, in = 0;
// truth: while (hi - lo > 1 && !found) { int m = (lo + hi) / 2; if (s[m] == key) found = 1; else if (s[m] < key)
// truth: lo = m + 1; else hi = m; } for (int i = 0; i < 7; i++) in |= s[i] == key; found != in; })
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static const int sorted[7] = {2, 3, 5, 7, 11, 13, 17};

int main(void) {
  int key = __VERIFIER_nondet_int();
  int low = 0, high = 7, found = 0, there = 0;
  while (high - low > 1 && !found) { /* > 0 */
    int middle = low + (high - low) / 2;
    if (sorted[middle] == key)
      found = 1;
    else if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  for (int i = 0; i < 7; i++)
    if (sorted[i] == key) there = 1;
  assert(found == there);
  return 0;
}
