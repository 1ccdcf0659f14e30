// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
#include <assert.h>

int main(void) {
  int x = 0, y = 0;
  while (x < 1000) {
    int step = __VERIFIER_nondet_int();
    if (step < 1 || step > 4) break;
    x += step;
    y += 4;
  }
  assert(x <= 1003);
  assert(y >= x && y < 4000);
}
