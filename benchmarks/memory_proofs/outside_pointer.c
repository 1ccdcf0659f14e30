// expect: safe
// options: --property unreach-call
#include "common.h"
struct pair { int a, b; };
extern struct pair *get_pair(void);
int main(void) {
  struct pair *p = get_pair();
  if (p) { p->a = 1; p->b = 2; check(p->a == 1 && p->b == 2); }
  return 0;
}
