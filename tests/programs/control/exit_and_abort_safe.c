// expect: safe
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void stop(int x) {
  if (x == 1)
    exit(3);
  if (x == 2)
    abort();
  if (x == 3)
    _Exit(1);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  stop(x);
  if (x >= 1 && x <= 3)
    reach_error();
  return 0;
}
