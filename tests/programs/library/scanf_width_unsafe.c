// expect: unsafe unreach-call
// four characters are at most 9999, and a long double is no double
#include <assert.h>
#include <stdio.h>
int main(void) {
  float f;
  long double x;
  if (scanf("%4f%Lf", &f, &x) != 2 || f != f || x != x) return 0;
  if (f == 9999 && (double)x != x) assert(f != 9999); // fails here
  return 0;
}
