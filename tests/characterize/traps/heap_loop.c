// expect: fails iff n is 5 to 20: the list is longer than four
// bounds: any
// inputs: unsigned char n
// truth: n >= 5 && n <= 20
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { struct node *next; };
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 20) return 1;
  struct node *top = 0;
  for (int i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (made == 0) return 2;
    made->next = top;
    top = made;
  }
  int length = 0;
  for (struct node *at = top; at != 0; at = at->next) length++;
  while (top != 0) {
    struct node *next = top->next;
    free(top);
    top = next;
  }
  assert(length <= 4);
  return 0;
}
