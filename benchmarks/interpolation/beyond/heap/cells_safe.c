// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

// Two cells on the heap whose roles are exchanged by branches; one of them always holds the larger number.
int main(void) {
  int *low = malloc(sizeof(int)), *high = malloc(sizeof(int));
  if (!low || !high) return 0;
  *low = 0;
  *high = 10;
  for (int i = 0; i < 12; i++) {
    if (__VERIFIER_nondet_int()) {
      int *t = low;
      low = high;
      high = t;
      int v = *low;
      *low = *high;
      *high = v;
    } else {
      *high = 10;
    }
    assert(*low < *high);
  }
  return 0;
}
