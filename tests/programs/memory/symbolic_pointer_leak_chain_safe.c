// expect: safe
// options: --property valid-memtrack
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct node {
  struct node *next;
} *p;
int main(void) {
  struct node *t[2] = {malloc(sizeof(struct node)), malloc(sizeof(struct node))};
  struct node *head = malloc(sizeof(struct node)), *last = malloc(sizeof(struct node));
  unsigned c = __VERIFIER_nondet_uint() & 1;
  p = head;
  head->next = t[c];
  t[c]->next = t[1 - c];
  t[1 - c]->next = last;
  last->next = 0;
  return 0;
}
