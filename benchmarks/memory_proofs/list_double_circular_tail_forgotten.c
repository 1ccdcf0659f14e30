// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next, *prev; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  if (!head) abort();
  head->next = head->prev = head;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->next = head; t->prev = head->prev; head->prev->next = t;
  }
  struct node *p = head->next;
  while (p != head) { struct node *t = p->next; free(p); p = t; }
  free(head);
  return 0;
}
