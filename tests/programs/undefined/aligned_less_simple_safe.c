// expect: safe
// options: --property all
// proof: confirmed
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct h { char tag; int len; };
static int length(const char *p) { return ((const struct h *)p)->len; }
int main(void) {
  char *b = calloc(1, 32);
  int off = 0;
  if (__VERIFIER_nondet_int()) off += sizeof(struct h);
  if (__VERIFIER_nondet_int()) off += 4;
  int r = length(b + off);
  free(b);
  return r;
}
