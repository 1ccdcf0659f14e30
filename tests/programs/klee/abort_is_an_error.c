// expect: unsafe abort
// options: --property klee
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void leave(int x) {
  if (x == 7)
    abort(); // fails here
}
int main(void) {
  leave(__VERIFIER_nondet_int());
  return 0;
}
