// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct node { int value; const struct node *next; };

static int sum(const struct node *list) { return list ? list->value + sum(list->next) : 0; }

int main(void) {
  struct node c = {__VERIFIER_nondet_int(), 0}, b = {__VERIFIER_nondet_int(), &c}, a = {1, &b};
  if (b.value < 0 || b.value > 9 || c.value < 0 || c.value > 9) return 0;
  int s = sum(&a);
  assert(s >= 1 && s <= 19);
  return 0;
}
