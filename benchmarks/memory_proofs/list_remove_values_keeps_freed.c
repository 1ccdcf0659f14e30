// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  struct node *prev = 0, *cur = head;
  while (cur) {
    struct node *next = cur->next;
    if (cur->v == 7) {
      if (prev) prev->next = next; else head = next;
      free(cur);
    }
    prev = cur;
    cur = next;
  }
  while (head) { struct node *next = head->next; free(head); head = next; }
  return 0;
}
