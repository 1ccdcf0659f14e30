// expect: unsafe unreach-call
// options: --sym-stdin 2 --io-may-fail
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[4] = "?";
  if (!fgets(line, sizeof line, stdin) && line[0] != '?') reach_error(); // fails here
  return 0;
}
