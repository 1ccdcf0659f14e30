// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; };
int main(void) {
  struct node *used = 0, *spare = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n;
    if (__VERIFIER_nondet_int()) {
      n = spare;
      if (n) spare = n->next;
      else n = malloc(sizeof *n);
      if (!n) abort();
      n->next = used;
      used = n;
    } else if (used) {
      n = used;
      used = n->next;
      n->next = spare;
      spare = n;
    }
  }
  while (used) { struct node *n = used->next; free(used); used = n; }
  return 0;
}
