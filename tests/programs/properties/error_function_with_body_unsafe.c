// expect: unsafe unreach-call
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
static void claim(int condition) {
  if (!condition)
    reach_error(); // fails here
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  claim(x != 12345);
  return 0;
}
