// expect: safe
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *end;
  assert(strtold("3.14159265358979323846264338327950288x", &end) == 3.14159265358979323846264338327950288L && *end == 'x');
  assert(strtold("0x1p-16445", 0) > 0 && errno == 0);
  double d;
  long double x;
  assert(sscanf("-1.5e1 0.1", "%4lf%*s%Lf", &d, &x) == 2 && d == -1.5 && x == 0.1L && x != 0.1);
  return 0;
}
