// Binary search tree with N unknown inserts on the heap: one path for each weak order (5 keys: 541).
#include <stdlib.h>
#ifndef N
#define N 5
#endif
extern int __VERIFIER_nondet_int(void);

struct node {
  int key;
  int count;
  struct node *left, *right;
};

static struct node *insert(struct node *root, int key) {
  struct node **place = &root;
  while (*place) {
    if (key < (*place)->key)
      place = &(*place)->left;
    else if (key > (*place)->key)
      place = &(*place)->right;
    else {
      (*place)->count++;
      return root;
    }
  }
  struct node *fresh = malloc(sizeof *fresh);
  fresh->key = key;
  fresh->count = 1;
  fresh->left = fresh->right = 0;
  *place = fresh;
  return root;
}

static int size(const struct node *root) { return root ? root->count + size(root->left) + size(root->right) : 0; }

static void release(struct node *root) {
  if (!root)
    return;
  release(root->left);
  release(root->right);
  free(root);
}

int main(void) {
  struct node *root = 0;
  for (int i = 0; i < N; i++)
    root = insert(root, __VERIFIER_nondet_int());
  int total = size(root);
  release(root);
  return total != N;
}
