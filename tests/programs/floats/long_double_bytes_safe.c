// expect: safe
#include <string.h>
extern void reach_error(void);
// ten bytes that are no number are moved as they are
int main(void) {
  unsigned char a[16], b[16];
  for (int k = 0; k < 16; k++) a[k] = k * 7 + 3;
  long double x, y;
  memcpy(&x, a, 16);
  y = x;
  memcpy(b, &y, 16);
  if (memcmp(a, b, 10) != 0) reach_error();
  return 0;
}
