// expect: unsafe valid-deref
// options: --property valid-memsafety
// A precision bounds what is read: nothing, or the whole array.
#include <stdio.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%.3s %.*s", text, 0, text + 3);
  printf("%.4s", text);
  return 0;
}
