// expect: safe
// options: --property unreach-call
#include "common.h"
extern void *calloc(unsigned long, unsigned long);
struct node { struct node *next; int v, w; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) abort();
    n->w = 2;
    n->next = head;
    head = n;
  }
  for (; head; head = head->next) check(head->v == 0 && head->w == 2);
  return 0;
}
