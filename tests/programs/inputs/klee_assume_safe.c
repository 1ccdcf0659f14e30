// expect: safe
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int n = klee_range(3, 9, "n"), a[9] = {0};
  klee_assume(n != 5);
  a[n] = 1;
  assert(a[5] == 0 && n >= 3 && n < 9);
  return 0;
}
