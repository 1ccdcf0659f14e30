// expect: safe
#include <assert.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  bool b = __VERIFIER_nondet_int();
  bool c = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  assert((int)c + (int)b <= 2);
  bool array[2] = {b, c};
  assert(array[b] == (b ? c : b));
  return 0;
}
