// expect: safe
// options: --property valid-memsafety,valid-memcleanup --engine interpolate
// 2^14 paths with one object that lives; interpolants say so
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 0;
  for (int i = 0; i < 14; i++) {
    if (__VERIFIER_nondet_int() > i)
      *p += 1;
    else
      *p += 2;
  }
  free(p);
  return 0;
}
