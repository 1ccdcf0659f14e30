// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i, j = 0;
  for (i = 0; i < 1000; i++)
    for (j = 0; j < 1000; j++)
      if (__VERIFIER_nondet_int()) break;
  assert(i == 1000 && j <= 1000);
  return 0;
}
