// expect: unsafe unreach-call
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  if (p[0] + p[1] == 43)
    reach_error(); // fails here
  free(p);
  return 0;
}
