// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int more(int x) { return x + 2; }
static int less(int x) { return x - 1; }
static int (*const act[2])(int) = {more, less};

int main(void) {
  int x = 0;
  for (int i = 0; i < 5; i++) x = act[__VERIFIER_nondet_int() & 1](x);
  assert(x != 7);
  return 0;
}
