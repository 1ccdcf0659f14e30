// expect: safe
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct packet { int kind; char name[8]; int check; };

int main(void) {
  struct packet a = {1, "abc", 0}, b;
  a.check = __VERIFIER_nondet_int();
  memcpy(&b, &a, sizeof a);
  if (b.kind != 1 || b.check != a.check || b.name[1] != 'b') reach_error();
  return 0;
}
