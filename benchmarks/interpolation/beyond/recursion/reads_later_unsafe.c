// expect: unsafe
// The procedure only reads, and what it reads changes long after the first calls.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int table[3];

static int get(int n) {
  if (n <= 0) return table[1];
  return get(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000) return 0;
  assert(get(n) == 0);
  for (int i = 0; i < 90; i++) {
    if (i == 85) table[1] = 4;
    assert(get(n) == 0);
  }
  return 0;
}
