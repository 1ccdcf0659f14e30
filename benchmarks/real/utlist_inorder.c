// docs/real-programs.md has the command
#include "klee/klee.h"
#define NO_DECLTYPE
#include "utlist.h"

struct item { int key; struct item *prev, *next; };
static int order(struct item *a, struct item *b) { return a->key - b->key; }

int main(void) {
  struct item items[3], *head = 0;
  for (int i = 0; i < 3; i++) {
    items[i].key = klee_range(0, 10, "key");
    DL_INSERT_INORDER(head, &items[i], order);
  }
  return 0;
}
