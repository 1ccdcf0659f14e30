// expect: safe
// options: --property all
// proof: confirmed
#include <string.h>

struct q { int d[4]; }; union u { struct { int pad; struct q b; } x; struct q a; };
static void move(struct q *to, const struct q *from) { *to = *from; }
int main(void) {
  union u v;
  memset(&v, 0, sizeof v);
  move(&v.a, &v.a);
  return 0;
}
