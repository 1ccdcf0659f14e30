// expect: unsafe unreach-call
#include <string.h>
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x != x && y != y && memcmp(&x, &y, sizeof x) != 0) reach_error(); // fails here
  return 0;
}
