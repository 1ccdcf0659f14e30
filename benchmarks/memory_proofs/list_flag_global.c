// expect: safe
// options: --property unreach-call
#include "common.h"
struct node { struct node *next; int flag; };
static struct node *all;
static int wanted;
static void append(int flag) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->flag = flag;
  n->next = all;
  all = n;
}
int main(void) {
  wanted = __VERIFIER_nondet_int();
  given(wanted == 4 || wanted == 9);
  while (__VERIFIER_nondet_int()) append(wanted);
  for (struct node *p = all; p; p = p->next) check(p->flag == wanted);
  return 0;
}
