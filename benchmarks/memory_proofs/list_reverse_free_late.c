// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0, *done = 0;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->v = i;
    t->next = head;
    head = t;
  }
  while (head) { struct node *t = head; t->next = done; head = head->next; done = t; }
  while (done) { struct node *t = done; done = done->next; free(t); }
  return 0;
}
