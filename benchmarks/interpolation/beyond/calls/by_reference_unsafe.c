// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void bump(int *p, int limit) {
  if (__VERIFIER_nondet_int() && *p < limit) *p += 1;
}

int main(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 5; i++) {
    bump(&a, 3);
    bump(&b, 5);
  }
  assert(a <= 3 && b <= 4);
  return 0;
}
