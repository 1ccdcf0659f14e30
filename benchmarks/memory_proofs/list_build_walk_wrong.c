// expect: unsafe unreach-call
// options: --property unreach-call
#include "common.h"
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0;
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->data = ++n == 4 ? 2 : 1;
    t->next = head;
    head = t;
  }
  for (struct node *p = head; p; p = p->next) check(p->data == 1);
  return 0;
}
