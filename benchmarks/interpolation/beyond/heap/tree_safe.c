// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };

// Each insertion goes left or right by a branch; the keys are ordered by construction.
int main(void) {
  struct tree *root = malloc(sizeof *root);
  if (!root) return 0;
  root->key = 100;
  root->left = root->right = 0;
  for (int i = 1; i < 6; i++) {
    struct tree *n = malloc(sizeof *n);
    if (!n) return 0;
    n->left = n->right = 0;
    if (__VERIFIER_nondet_int()) {
      n->key = 100 - i;
      n->right = root->left;
      root->left = n;
    } else {
      n->key = 100 + i;
      n->left = root->right;
      root->right = n;
    }
  }
  assert(!root->left || root->left->key < root->key);
  assert(!root->right || root->right->key > root->key);
  return 0;
}
