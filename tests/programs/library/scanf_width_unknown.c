// expect: unknown scanf_double returns
#include <assert.h>
#include <stdio.h>
int main(void) {
  double d;
  if (scanf("%4lf", &d) == 1) assert(d < 99999);
  return 0;
}
