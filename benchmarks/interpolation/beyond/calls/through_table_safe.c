// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int more(int x) { return x + 2; }
static int less(int x) { return x - 1; }
static int same(int x) { return x; }
static int (*const act[3])(int) = {more, less, same};

int main(void) {
  int x = 0;
  for (int i = 0; i < 8; i++) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 2) return 0;
    x = act[k](x);
  }
  assert(x >= -8 && x <= 16);
  return 0;
}
