// expect: unsafe unreach-call
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct flags {
  unsigned low : 3;
  signed middle : 5;
};
int main(void) {
  struct flags f = {0, 0};
  f.middle = (int)__VERIFIER_nondet_uint();
  f.low = 7;
  f.low++;
  assert(f.low == 0);
  assert(f.middle != -16); // fails here
  return 0;
}
