// expect: unknown printf with numbered arguments
#include <stdio.h>
int main(void) {
  printf("%2$s %1$d", 1, "text");
  return 0;
}
