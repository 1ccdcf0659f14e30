// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next, *prev; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = head;
    n->prev = 0;
    head = n;
  }
  struct node *last = head;
  if (last) while (last->next) last = last->next;
  while (last) { struct node *prev = last->prev; free(last); last = prev; }
  return 0;
}
