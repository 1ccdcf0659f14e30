// expect: safe
// options: --property valid-memsafety
#include "common.h"
struct link { struct link *next; };
struct item { int v; struct link link; };
#define item_of(l) ((struct item *)((char *)(l) - sizeof(long)))
struct big { long v; struct link link; };
int main(void) {
  struct link *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct big *b = malloc(sizeof *b);
    if (!b) abort();
    b->v = 3;
    b->link.next = head;
    head = &b->link;
  }
  while (head) {
    struct link *next = head->next;
    free((struct big *)((char *)head - sizeof(long)));
    head = next;
  }
  return 0;
}
