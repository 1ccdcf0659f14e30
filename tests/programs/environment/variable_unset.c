// expect: unsafe valid-deref
// options: --sym-env HOME 3 --property valid-memsafety
#include <stdlib.h>
int main(void) {
  char *home = getenv("HOME");
  if (getenv("PATH") || getenv("HOM") || getenv("")) return 1;
  return home[0]; // fails here
}
