// Blocks of unknown size: allocated, filled to the end, grown, read at an unknown place.
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 6
#endif
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0 || size > N)
    return 1;
  unsigned char *block = malloc(size);
  for (unsigned i = 0; i < size; i++)
    block[i] = (unsigned char)(3 * i);
  unsigned more = __VERIFIER_nondet_uint() % N;
  block = realloc(block, size + more + 1);
  memset(block + size, 7, more + 1);
  unsigned where = __VERIFIER_nondet_uint();
  int result = 0;
  if (where < size + more)
    result = block[where] == 9 ? 2 : 3;
  free(block);
  return result;
}
