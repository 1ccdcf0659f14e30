// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0, **at;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  at = &head;
  while (*at) {
    struct node *n = *at;
    if (n->v < 0) { free(n); *at = n->next; }
    else at = &n->next;
  }
  while (head) { struct node *n = head; head = n->next; free(n); }
  return 0;
}
