// expect: safe
#include <assert.h>
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf outer, inner;

static void thrower(int x) {
  if (x > 10)
    longjmp(inner, x);
  if (x < 0)
    longjmp(outer, 0);
}

static int middle(int x) {
  int code = setjmp(inner);
  if (code)
    longjmp(outer, code + 1);
  thrower(x);
  return 5;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000)
    return 0;
  int code = setjmp(outer);
  if (code == 0) {
    int result = middle(x);
    assert(result == 5 && x >= 0 && x <= 10);
  } else if (code == 1) {
    assert(x < 0); // longjmp(outer, 0) gives 1
  } else {
    assert(code == x + 1 && x > 10);
  }
  return 0;
}
