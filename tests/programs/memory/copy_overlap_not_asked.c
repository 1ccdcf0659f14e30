// expect: unknown memory that is copied overlaps
#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[8] = "abcdefg";
  memcpy(a + 1, a, 4);
  if (a[2] == 'a') reach_error();
  return 0;
}
