// expect: unsafe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *low = malloc(sizeof(int)), *high = malloc(sizeof(int));
  if (!low || !high) return 0;
  *low = 0;
  *high = 3;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) *low += 1;
    else *high += 1;
    assert(*low < *high);
  }
  return 0;
}
