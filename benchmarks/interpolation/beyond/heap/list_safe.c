// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };

int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->value = __VERIFIER_nondet_int() ? 1 : 2;
    n->next = head;
    head = n;
  }
  int sum = 0;
  for (struct node *n = head; n; n = n->next) sum += n->value;
  assert(sum >= 10 && sum <= 20);
  return 0;
}
