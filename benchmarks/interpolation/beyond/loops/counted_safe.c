// expect: safe
#include <assert.h>

int main(void) {
  int i;
  for (i = 0; i < 1000000; i++) {
  }
  assert(i == 1000000);
  return 0;
}
