// expect: safe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; };
int main(void) {
  struct node *head = 0, **tail = &head;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t); if (!t) abort();
    t->next = 0; *tail = t; tail = &t->next;
  }
  while (head) { struct node *t = head; head = head->next; free(t); }
  return 0;
}
