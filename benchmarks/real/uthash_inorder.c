// docs/real-programs.md has the command
#include "klee/klee.h"
#include "uthash.h"

struct item { int key, rank; UT_hash_handle hh; };
static int order(struct item *a, struct item *b) { return a->rank - b->rank; }

int main(void) {
  struct item *head = 0;
  for (int i = 0; i < 3; i++) {
    struct item *item = malloc(sizeof *item);
    item->key = i;
    item->rank = klee_range(0, 10, "rank");
    HASH_ADD_INORDER(hh, head, key, sizeof(int), item, order);
  }
  return 0;
}
