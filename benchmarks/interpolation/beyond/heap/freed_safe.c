// expect: safe
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

// A cell is freed on one side and must not be read after the join.
int main(void) {
  for (int i = 0; i < 6; i++) {
    int *p = malloc(sizeof(int)), alive = 1;
    if (!p) return 0;
    *p = i;
    if (__VERIFIER_nondet_int()) {
      free(p);
      alive = 0;
    }
    if (alive) {
      assert(*p == i);
      free(p);
    }
  }
  return 0;
}
