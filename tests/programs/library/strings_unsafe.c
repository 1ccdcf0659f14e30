// expect: unsafe unreach-call
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  if (strcmp(s, "key=") > 0 && strncmp(s, "key=", 4) == 0 && strchr(s, '7'))
    reach_error(); // fails here
  return 0;
}
