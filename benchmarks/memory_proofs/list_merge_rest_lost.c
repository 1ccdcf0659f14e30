// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct node { struct node *next; int v; };
static struct node *make(void) { struct node *h = 0; while (__VERIFIER_nondet_int()) { struct node *t = malloc(sizeof *t); if (!t) abort(); t->v = __VERIFIER_nondet_int(); t->next = h; h = t; } return h; }
int main(void) {
  struct node *a = make(), *b = make(), *out = 0, **at = &out;
  while (a && b) {
    if (a->v < b->v) { *at = a; at = &a->next; a = a->next; }
    else { *at = b; at = &b->next; b = b->next; }
  }
  *at = a;
  while (out) { struct node *t = out; out = out->next; free(t); }
  return 0;
}
