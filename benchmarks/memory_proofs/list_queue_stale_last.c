// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
struct queue { struct node *first, *last; };
int main(void) {
  struct queue q = { 0, 0 };
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      if (!n) abort();
      n->next = 0;
      n->v = 1;
      if (q.last) q.last->next = n; else q.first = n;
      q.last = n;
    } else if (q.first) {
      struct node *n = q.first;
      q.first = n->next;
      ;
      free(n);
    }
  }
  while (q.first) { struct node *n = q.first; q.first = n->next; free(n); }
  return 0;
}
