// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 8; i++) {
    int *p;
    if (__VERIFIER_nondet_int()) p = &a;
    else p = &b;
    *p += 1;
  }
  assert(a != 7);
  return 0;
}
