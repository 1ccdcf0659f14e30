// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
static struct node *make(int v) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = v;
    n->next = head;
    head = n;
  }
  return head;
}
int main(void) {
  struct node *a = make(1), *b = make(2), *p = a;
  if (!a) a = b;
  else {
    while (p->next) p = p->next;
    if (p == a) p->next = b;
  }
  while (a) { struct node *n = a->next; free(a); a = n; }
  return 0;
}
