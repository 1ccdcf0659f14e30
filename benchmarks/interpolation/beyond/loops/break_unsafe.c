// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  while (1) {
    if (i == 9 || __VERIFIER_nondet_int()) break;
    i++;
  }
  assert(i < 9);
  return 0;
}
