// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int *data; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = malloc(sizeof(int));
    if (!n->data) abort();
    *n->data = 4;
    n->next = head;
    head = n;
  }
  while (head) { struct node *n = head->next; free(head); head = n; }
  return 0;
}
