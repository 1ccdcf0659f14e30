// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = 0, *done = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *t = malloc(sizeof *t);
    if (!t) abort();
    t->data = 3; t->next = head; head = t;
  }
  while (head) { struct node *n = head->next; head->next = done; done = head; head = n; }
  while (done) { check(done->data == 3); done = done->next; }
  return 0;
}
