// expect: safe
// options: --property valid-memsafety
#include "common.h"
struct tree { struct tree *left, *right; int key; };
static void drop(struct tree *t) { if (t) { drop(t->left); drop(t->right); free(t); } }
int main(void) {
  struct tree *root = 0;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    struct tree **at = &root;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof **at);
    if (!*at) break;
    (*at)->left = (*at)->right = 0;
    (*at)->key = key;
  }
  drop(root);
  return 0;
}
