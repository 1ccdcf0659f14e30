// expect: safe
// options: --sym-args 1 2 2 --sym-arg 1
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  assert(argc == 3 || argc == 4);
  assert(argv[argc] == 0);
  assert(strlen(argv[1]) <= 2);
  assert(strlen(argv[argc - 1]) <= 1);
  return 0;
}
