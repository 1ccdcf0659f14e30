// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i, j = 0;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 4; j++)
      if (__VERIFIER_nondet_int()) break;
  assert(j < 4);
  return 0;
}
