// assert: 7 fails, 8 does not
extern int __VERIFIER_nondet_int(void);

#include <assert.h>
int main(void) {
  assert(__VERIFIER_nondet_int() != 7);  // error
  return 0;
}
