// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { int data; struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *p = a;
  if (!a) abort();
  while (__VERIFIER_nondet_int()) {
    p->data = 1;
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    p->next = t;
    p = t;
  }
  p->data = 2;
  p->next = 0;
  for (p = a; p->next; p = p->next) check(p->data == 1);
  check(p->data == 2);
  return 0;
}
