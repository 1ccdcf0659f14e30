// expect: unknown %c of fewer characters than asked for
// glibc counts one character that is there, others want two.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char two[2];
  if (sscanf("x", "%2c", two) == 1) reach_error();
  return 0;
}
