// expect: unsafe def-behavior
// options: --property all
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct m { int rows[2][2]; int end; };
static int at(struct m *p, int r, int c) { return p->rows[r][c]; }
int main(void) {
  struct m *p = calloc(2, sizeof *p);
  int r = 0, c = 0;
  while (c < 2 && __VERIFIER_nondet_int()) c++;
  r = at(p, 0, c);
  free(p);
  return r;
}
