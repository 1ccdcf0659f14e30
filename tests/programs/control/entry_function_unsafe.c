// expect: unsafe unreach-call
// options: --entry scale
#include <assert.h>
int scale(int value, unsigned char factor) {
  int r = value / 2 * 2;
  assert(!(r == value && value == 1000 && factor == 200)); // fails here
  return r * factor;
}
