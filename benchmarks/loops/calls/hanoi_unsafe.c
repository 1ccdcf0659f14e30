// expect: unsafe unreach-call
#include <assert.h>

static unsigned moves(unsigned discs) {
  if (discs == 0) return 0;
  unsigned above = moves(discs - 1);
  unsigned back = moves(discs - 1);
  return above + 1 + back;
}

int main(void) {
  assert(moves(20) == (1u << 20) - 2);
}
