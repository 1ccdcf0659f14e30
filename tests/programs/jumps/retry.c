// expect: safe
// Any number of jumps.
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf place;
static int state;

_Noreturn static void fail(void) { longjmp(place, 2); }

static void work(void) {
  state = 1;
  if (__VERIFIER_nondet_int())
    fail();
  state = 0;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int code = setjmp(place);
    if (code == 0) {
      work();
    } else {
      assert(state == 1 && code == 2);
      state = 0;
    }
    assert(state == 0);
  }
  return 0;
}
