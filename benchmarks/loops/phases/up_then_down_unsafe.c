// expect: unsafe unreach-call
#include <assert.h>

int main(void) {
  int x = 0, y = 0;
  while (x < 100) {
    if (x < 50) y++;
    else y--;
    x++;
  }
  assert(y == 1);
}
