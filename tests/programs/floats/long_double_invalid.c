// expect: unknown those of no number
#include <string.h>
extern void reach_error(void);
int main(void) {
  unsigned char a[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  long double x;
  memcpy(&x, a, 16);
  if (x > 1) reach_error();
  return 0;
}
