// A linked list on the heap under N unknown operations: push, pop, remove the first equal value, reverse.
#include <assert.h>
#include <stdlib.h>
#ifndef N
#define N 5
#endif
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct cell {
  int value;
  struct cell *next;
};

static struct cell *push(struct cell *list, int value) {
  struct cell *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  fresh->next = list;
  return fresh;
}

static struct cell *pop(struct cell *list) {
  struct cell *rest = list->next;
  free(list);
  return rest;
}

static int remove_value(struct cell **list, int value) {
  for (; *list; list = &(*list)->next)
    if ((*list)->value == value) {
      *list = pop(*list);
      return 1;
    }
  return 0;
}

static struct cell *reverse(struct cell *list) {
  struct cell *done = 0;
  while (list) {
    struct cell *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}

int main(void) {
  struct cell *list = 0;
  int length = 0;
  for (int i = 0; i < N; i++) {
    switch (__VERIFIER_nondet_uchar()) {
    case 'p':
      list = push(list, __VERIFIER_nondet_int());
      length++;
      break;
    case 'q':
      if (list) {
        list = pop(list);
        length--;
      }
      break;
    case 'd':
      length -= remove_value(&list, __VERIFIER_nondet_int());
      break;
    case 'r':
      list = reverse(list);
      break;
    default:
      list = push(list, i);
      length++;
    }
  }
  int counted = 0;
  for (struct cell *c = list; c; c = c->next)
    counted++;
  assert(counted == length);
  while (list)
    list = pop(list);
  return 0;
}
