// expect: unsafe unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int value;
static void last(void) {
  if (value == 3)
    reach_error(); // fails here
}
int main(void) {
  atexit(last);
  value = __VERIFIER_nondet_int();
  return 0;
}
