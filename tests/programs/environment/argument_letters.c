// expect: unsafe unreach-call
// options: --sym-args 0 2 3
#include <string.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 3 || argv[argc] != 0) return 1;
  if (argc == 3 && strcmp(argv[1], "ab") == 0 && argv[2][0] == '-' && strlen(argv[2]) == 3) reach_error(); // fails here
  return 0;
}
