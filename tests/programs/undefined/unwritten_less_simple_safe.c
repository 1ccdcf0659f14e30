// expect: safe
// options: --property all
// proof: confirmed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct p { int set; int v; };
int main(void) {
  struct p *p = malloc(sizeof *p);
  p->set = __VERIFIER_nondet_int() > 0;
  p->v = p->set ? 3 : 4;
  int r = 0;
  for (int i = 0; i < 2; i++) { struct p q = *p; if (i && q.v == 3) r++; }
  free(p);
  return r;
}
