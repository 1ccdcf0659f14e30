// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    if (__VERIFIER_nondet_int()) n->v = 1;
    else if (__VERIFIER_nondet_int()) n->v = 2;
    else n->v = 5;
    n->next = head;
    head = n;
  }
  while (head) {
    check(head->v == 1 || head->v == 2 || head->v == 5);
    head = head->next;
  }
  return 0;
}
