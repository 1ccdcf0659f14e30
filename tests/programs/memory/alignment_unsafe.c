// expect: unsafe alignment
// options: --property alignment
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *bytes = malloc(16);
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 8) return 0;
  int *number = (int *)(bytes + i);
  *number = 1; // fails here
  return 0;
}
