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
  while (head) { struct node *t = head; head = head->next; t->next = done; done = t; }
  while (done) { struct node *t = done; free(t); done = done->next; }
  return 0;
}
