// expect: safe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t); if (!t) abort();
    t->v = __VERIFIER_nondet_int(); t->next = head; head = t;
  }
  int swapped = 1;
  while (swapped) {
    swapped = 0;
    struct node **at = &head;
    while (*at && (*at)->next) {
      struct node *a = *at, *b = a->next;
      if (a->v > b->v) { a->next = b->next; b->next = a; *at = b; swapped = 1; }
      at = &(*at)->next;
    }
  }
  while (head) { struct node *t = head; head = head->next; free(t); }
  return 0;
}
