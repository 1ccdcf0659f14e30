// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = head;
    head = n;
  }
  while (head) {
    struct node **at = &head;
    while ((*at)->next) at = &(*at)->next;
    free(*at);
    if (at != &head) *at = 0;
  }
  return 0;
}
