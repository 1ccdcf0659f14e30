// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct big {
  int a[6];
  char tag;
  double d;
};
struct small {
  short x, y;
};
static struct big change(struct big b, int i) {
  b.a[i] = 7;
  b.tag++;
  return b;
}
static struct small swap(struct small s) {
  struct small t = {s.y, s.x};
  return t;
}
int main(void) {
  struct big b = {{1, 2, 3}, 'a', 2.5};
  struct small s = {(short)__VERIFIER_nondet_int(), 4};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5)
    return 0;
  struct big c = change(b, i);
  assert(c.a[i] == 7 && b.a[0] == 1 && c.tag == 'b' && b.tag == 'a' && c.d == 2.5);
  assert(swap(swap(s)).x == s.x && swap(s).x == 4);
  return 0;
}
