// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
int main(void) {
  struct node *last = malloc(sizeof *last);
  if (!last) abort();
  last->next = last;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = last->next;
    last->next = n;
    last = n;
  }
  struct node *p = last->next;
  while (p != last) { struct node *n = p->next; free(p); p = n; }
  free(last);
  free(p);
  return 0;
}
