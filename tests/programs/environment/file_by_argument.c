// expect: unsafe unreach-call
// options: --sym-arg 2 --sym-files 2 3
#include <stdio.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "r");
  if (!file) return 1;
  int first = fgetc(file);
  fclose(file);
  if (argv[1][0] == 'B' && first == 'q') reach_error(); // fails here
  return 0;
}
