// expect: safe
// options: --property unreach-call
#include "common.h"
struct point { int x, y; };
int main(void) {
  struct point p[1500];
  for (int i = 0; i < 1500; i++) { p[i].x = i; p[i].y = 0; }
  for (int i = 0; i < 1500; i++) check(p[i].y == 0);
  return 0;
}
