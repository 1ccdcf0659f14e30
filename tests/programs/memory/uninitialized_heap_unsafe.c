// expect: unsafe uninitialized
// options: --property uninitialized
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), *numbers = malloc(4 * sizeof *numbers);
  numbers[0] = numbers[1] = numbers[2] = 1;
  if (i < 4 && numbers[i] == 5) return 1; // fails here
  free(numbers);
  return 0;
}
