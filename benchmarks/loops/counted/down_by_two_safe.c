// expect: safe
#include <assert.h>

int main(void) {
  int x = 2000000000, n = 0;
  while (x > 0) {
    x -= 2;
    n++;
  }
  assert(n == 1000000000);
  return 0;
}
