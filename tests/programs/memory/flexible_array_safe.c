// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct message {
  unsigned length;
  char text[];
};
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4;
  struct message *m = malloc(sizeof *m + n + 1);
  m->length = n;
  memset(m->text, 'x', n);
  m->text[n] = 0;
  assert(strlen(m->text) == m->length);
  free(m);
  return 0;
}
