// expect: unsafe
// options: --property valid-memcleanup
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int *left, *right; };

static void drop(struct pair *p) {
  free(p->left);
  p->left = p->right = 0;
}

int main(void) {
  struct pair p = {malloc(4), 0};
  if (__VERIFIER_nondet_int()) p.right = malloc(8);
  drop(&p);
  return 0;
}
