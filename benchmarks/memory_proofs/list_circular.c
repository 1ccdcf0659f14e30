// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { struct node *next; int data; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  if (!head) abort();
  head->next = head; head->data = 8;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->data = 8; t->next = head->next; head->next = t;
  }
  struct node *p = head;
  do { check(p->data == 8); p = p->next; } while (p != head);
  return 0;
}
