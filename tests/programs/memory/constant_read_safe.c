// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const int table[100] = {1, 2, [50] = 7};
static const char text[] = "0123456789";
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  assert(table[40] == 0 && *(const short *)((const char *)table + 2) == 0);
  assert(*(const int *)(text + 1) == 0x34333231);
  if (i < 100)
    assert(table[i] <= 7);
  assert(table[50] == 7 && table[40] == 0);
  return 0;
}
