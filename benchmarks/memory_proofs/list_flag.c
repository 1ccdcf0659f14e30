// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { int data; struct node *next; };
int main(void) {
  int flag = __VERIFIER_nondet_int();
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    if (flag) t->data = 1; else t->data = 2;
    t->next = head; head = t;
  }
  for (; head; head = head->next) if (flag) check(head->data == 1); else check(head->data == 2);
  return 0;
}
