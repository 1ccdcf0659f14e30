// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { int v; struct node *next; };
static struct node *push(struct node *top, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->v = v;
  n->next = top;
  return n;
}
static struct node *pop(struct node *top, int *v) {
  struct node *rest = top->next;
  free(top);
  *v = top->v;
  return rest;
}
int main(void) {
  struct node *top = 0;
  int v = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) top = push(top, v);
    else if (top) top = pop(top, &v);
  }
  while (top) top = pop(top, &v);
  return 0;
}
