// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};
static struct node *insert(struct node *list, int value) {
  struct node **place = &list, *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  while (*place && (*place)->value < value)
    place = &(*place)->next;
  fresh->next = *place;
  *place = fresh;
  return list;
}
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    list = insert(list, __VERIFIER_nondet_int());
  while (list) {
    struct node *next = list->next;
    assert(!next || list->value <= next->value);
    free(list);
    list = next;
  }
  return 0;
}
