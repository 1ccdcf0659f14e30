// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  while (1) {
    if (i == 500000 || __VERIFIER_nondet_int()) break;
    i++;
  }
  assert(i >= 0 && i <= 500000);
  return 0;
}
