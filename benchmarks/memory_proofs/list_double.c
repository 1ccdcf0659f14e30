// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { struct node *next, *prev; int data; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  if (!head) abort();
  head->next = head->prev = 0; head->data = 5;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->data = 5; t->prev = 0; t->next = head; head->prev = t; head = t;
  }
  for (struct node *p = head; p; p = p->next) check(p->data == 5);
  return 0;
}
