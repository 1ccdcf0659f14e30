// expect: safe
// A string literal as a mark: it is no other literal that begins otherwise.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
const char *NONE = "NONE";
static int length(const char *text) {
  if (text == NONE) return -1;
  int n = 0;
  while (text[n]) n++;
  return n;
}
int main(void) {
  const char *text = __VERIFIER_nondet_int() ? "NON" : "key";
  assert(length(text) == 3);
  assert(length(NONE) == -1);
  return 0;
}
