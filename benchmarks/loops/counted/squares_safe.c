// expect: safe
#include <assert.h>

int main(void) {
  unsigned long long s = 0;
  unsigned i = 1;
  while (i <= 1000000000u) {
    s += i;
    i++;
  }
  assert(s == 500000000500000000ull);
}
