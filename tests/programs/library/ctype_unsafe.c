// expect: unsafe unreach-call
#include <ctype.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int c = __VERIFIER_nondet_uchar();
  if (isxdigit(c) && !isdigit(c) && isupper(c) && tolower(c) == 'e')
    reach_error(); // fails here
  return 0;
}
