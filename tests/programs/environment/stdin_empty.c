// expect: unsafe unreach-call
// options: --sym-stdin 3
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[8] = "none";
  fgets(line, sizeof line, stdin);
  if (line[0] == 'n' && line[1] == 'o' && line[2] == 'n' && line[3] == 'e') reach_error(); // fails here
  return 0;
}
