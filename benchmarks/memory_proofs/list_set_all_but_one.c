// expect: unsafe
// options: --property unreach-call
#include "common.h"
struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next) if (p->next) p->v = 6;
  for (struct node *p = head; p; p = p->next) check(p->v == 6);
  return 0;
}
