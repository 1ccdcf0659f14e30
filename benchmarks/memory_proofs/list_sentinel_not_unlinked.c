// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next, *prev; };
static void add(struct node *at, struct node *n) {
  n->next = at->next;
  n->prev = at;
  at->next->prev = n;
  at->next = n;
}
static void del(struct node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}
int main(void) {
  struct node head;
  head.next = head.prev = &head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    if (__VERIFIER_nondet_int()) add(&head, n); else add(head.prev, n);
  }
  while (head.next != &head) { struct node *n = head.next; free(n); del(n); }
  return 0;
}
