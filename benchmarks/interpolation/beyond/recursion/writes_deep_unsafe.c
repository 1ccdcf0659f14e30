// expect: unsafe
// Only the sixtieth call writes: what a contract leaves out would be missed.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int buffer[4];

static void walk(int n, int depth) {
  if (n <= depth) return;
  if (depth == 60) buffer[1] = 7;
  walk(n, depth + 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 100) return 0;
  walk(n, 0);
  assert(buffer[1] == 0);
  return 0;
}
