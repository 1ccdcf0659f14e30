// expect: unsafe
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct packet { int kind; char name[8]; int check; };

int main(void) {
  struct packet a = {1, "abc", 0}, b = {1, "abc", 0};
  a.check = __VERIFIER_nondet_int();
  memcpy(&b, &a, sizeof a - sizeof a.check);
  if (b.check == a.check) return 0;
  if (a.check == 77) reach_error();
  return 0;
}
