// expect: safe
// options: --property alignment,valid-deref
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct __attribute__((packed)) narrow {
  char c;
  int x;
};
struct wide {
  char c;
  int x;
};
int main(void) {
  char *bytes = malloc(16);
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) return 0;
  int *number = (int *)(bytes + 4 * i);
  *number = 1;
  struct narrow narrow = {1, 2}, *to = &narrow;
  struct wide wide = {1, to->x}, *other = &wide;
  memcpy(bytes + 1, &other->x, sizeof(int));
  free(bytes);
  return 0;
}
