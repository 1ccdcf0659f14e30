// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { int v; struct node *next; };
int main(void) {
  struct node *all = 0, *ones = 0, *twos = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->v = __VERIFIER_nondet_int() ? 1 : 2;
    n->next = all;
    all = n;
  }
  while (all) {
    struct node *n = all;
    all = all->next;
    if (n->v == 1) { n->next = ones; ones = n; }
    else { n->next = twos; twos = n; }
  }
  for (; ones; ones = ones->next) check(ones->v == 1);
  for (; twos; twos = twos->next) check(twos->v == 2);
  return 0;
}
