// expect: unsafe valid-deref
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
int main(void) {
  struct node *head = 0;
  for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
    struct node *t = malloc(sizeof *t);
    if (!t) break;
    t->next = head;
    t->v = n;
    head = t;
  }
  while (head) { free(head); head = head->next; }
  return 0;
}
