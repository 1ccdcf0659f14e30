// expect: unsafe
// options: --property valid-memsafety
#include "common.h"
struct in { struct in *next; };
struct out { struct out *next; struct in *list; };
int main(void) {
  struct out *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct out *n = malloc(sizeof *n);
    if (!n) abort();
    n->next = head; n->list = 0; head = n;
    while (__VERIFIER_nondet_int()) {
      struct in *i = malloc(sizeof *i);
      if (!i) abort();
      i->next = n->list; n->list = i;
    }
  }
  while (head) {
    if (head->list) { struct in *i = head->list->next; free(head->list); head->list = i; }
    struct out *n = head->next; free(head); head = n;
  }
  return 0;
}
