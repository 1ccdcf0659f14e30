// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { int key; struct node *next; };
static struct node *find(struct node *p, int key) {
  while (p && p->key != key) p = p->next;
  return p;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  int key = __VERIFIER_nondet_int();
  struct node *found = find(head, key);
  if (found) check(found->key == key);
  return 0;
}
