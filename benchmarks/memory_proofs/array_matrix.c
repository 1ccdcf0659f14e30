// expect: safe
// options: --property unreach-call
#include "common.h"
#define R 200
#define C 300
int main(void) {
  int m[R][C];
  for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) m[i][j] = 9;
  for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) check(m[i][j] == 9);
  return 0;
}
