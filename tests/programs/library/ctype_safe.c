// expect: safe
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int c = __VERIFIER_nondet_uchar() & 0x7f;
  assert(!isalpha(c) == !(isupper(c) || islower(c)));
  assert(toupper(tolower(c)) == toupper(c));
  assert(!isspace(c) || !isgraph(c));
  return 0;
}
