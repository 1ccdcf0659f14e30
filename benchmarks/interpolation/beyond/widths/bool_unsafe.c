// expect: unsafe
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool odd = false;
  int count = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_bool()) {
      odd = !odd;
      count++;
    }
  }
  assert(odd || count < 6);
  return 0;
}
