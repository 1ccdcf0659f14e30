// expect: unsafe unreach-call
#include <assert.h>

int ways(int sum, int largest) {
  if (sum == 0) return 1;
  if (sum < 0 || largest == 0) return 0;
  return ways(sum, largest - 1) + ways(sum - largest, largest);
}

int main(void) {
  int p = ways(40, 40);
  assert(p == 37339);
  return 0;
}
