// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int held;

// The depth is unbounded, but nothing is left to do on the way back.
static void serve(void) {
  assert(held == 0);
  held = 1;
  if (__VERIFIER_nondet_int()) {
    held = 0;
    serve();
  }
}

int main(void) {
  serve();
  return 0;
}
