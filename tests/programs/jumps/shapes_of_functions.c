// expect: safe
// options: --property all
#include <setjmp.h>
#include <assert.h>
#include <stdarg.h>
struct big { long a[5]; }; struct two { double d; int i; };
int __VERIFIER_nondet_int(void);
static jmp_buf e; 
static struct big mk(int x) { struct big b = {{x}}; if (x == 1) longjmp(e, 11); return b; }
static struct two mk2(int x) { struct two b = {1.5, x}; if (x == 2) longjmp(e, 12); return b; }
static float fl(int n, ...) { va_list ap; va_start(ap, n); int x = va_arg(ap, int); va_end(ap); if (x == 3) longjmp(e, 13); return 2.5f; }
static _Bool rec(int d, int x) { if (d == 0) { if (x == 4) longjmp(e, 14); return 1; } return rec(d - 1, x) && x != 9; }
int main(void) {
  volatile int x = __VERIFIER_nondet_int() & 7;
  int r;
  while ((r = setjmp(e)) == 0) {
    struct big b = mk(x); struct two t = mk2(x); float f = fl(1, (int)x); _Bool k = rec(3, x);
    assert(b.a[0] == x && t.i == x && f == 2.5f && k && x != 1 && x != 2 && x != 3 && x != 4);
    return 0;
  }
  assert(r == x + 10);
  return 0;
}
