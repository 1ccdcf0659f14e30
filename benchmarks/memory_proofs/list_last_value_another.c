// expect: unsafe
// options: --property unreach-call
#include "common.h"
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head), *p = head;
  if (!head) abort();
  head->v = 1;
  while (__VERIFIER_nondet_int()) {
    p->next = malloc(sizeof *p);
    p = p->next;
    if (!p) abort();
    p->v = __VERIFIER_nondet_int() ? 1 : 2;
  }
  p->v = 2;
  p->next = 0;
  p = head;
  while (p->v == 1) p = p->next;
  check(p->v == 2 && p->next == 0);
  return 0;
}
