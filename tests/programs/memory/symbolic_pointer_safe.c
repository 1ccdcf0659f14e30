// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a = 1, b = 2, c = 3;
  int *pointers[3] = {&a, &b, &c};
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3)
    return 0;
  *pointers[i] += 10;
  assert(a + b + c == 16);
  assert(*pointers[i] == 11 + (int)i);
  return 0;
}
