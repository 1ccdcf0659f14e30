// expect: safe
// options: --property valid-memsafety
#include "common.h"
struct node { int key; struct node *next; };
static void insert(struct node **head, int key) {
  struct node *n = malloc(sizeof *n), *p = *head, *before = 0;
  if (!n) abort();
  while (p && p->key < key) { before = p; p = p->next; }
  n->key = key;
  n->next = p;
  if (before) before->next = n; else *head = n;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) insert(&head, __VERIFIER_nondet_int());
  while (head) { struct node *n = head->next; free(head); head = n; }
  return 0;
}
