// expect: unsafe unreach-call
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  if (atoi(s) == -42)
    reach_error(); // fails here
  return 0;
}
