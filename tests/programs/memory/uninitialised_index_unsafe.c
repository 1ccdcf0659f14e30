// expect: unsafe unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned char *block = malloc(64);
  unsigned where = __VERIFIER_nondet_uint();
  if (!block || where >= 64)
    return 0;
  if (block[where] == 42)
    reach_error(); // fails here
  return 0;
}
