// expect: unsafe def-behavior
// options: --property all
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct q { int d[4]; }; union u { struct { int pad; struct q b; } x; struct q a; };
static void move(struct q *to, const struct q *from) { *to = *from; }
int main(void) {
  union u v;
  memset(&v, 0, sizeof v);
  if (__VERIFIER_nondet_int()) move(&v.x.b, &v.a);
  else move(&v.a, &v.a);
  return 0;
}
