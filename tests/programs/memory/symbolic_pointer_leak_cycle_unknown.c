// expect: unknown symbolic pointer
// options: --property valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
} *p;
int main(void) {
  struct node *t[2] = {malloc(sizeof(struct node)), malloc(sizeof(struct node))};
  t[0]->next = t[1];
  t[1]->next = t[0];
  p = t[__VERIFIER_nondet_uint() & 1];
  return 0;
}
