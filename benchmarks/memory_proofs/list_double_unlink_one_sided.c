// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *prev, *next; int v; };
int main(void) {
  struct node *head = malloc(sizeof *head), *tail = head;
  if (!head) abort();
  head->prev = head->next = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->prev = tail;
    n->next = 0;
    tail->next = n;
    tail = n;
  }
  struct node *p = head;
  while (p->next && __VERIFIER_nondet_int()) p = p->next;
  if (!p->prev) head = p->next;
  if (p->next) p->next->prev = p->prev; else tail = p->prev;
  free(p);
  for (p = head; p; ) { struct node *n = p->next; free(p); p = n; }
  return 0;
}
