// docs/real-programs.md has the command
#include "klee/klee.h"
#include <stdlib.h>
#include "lodepng.h"

int main(void) {
  unsigned char in[6], *out = 0;
  size_t size = 0;
  klee_make_symbolic(in, sizeof in, "in");
  lodepng_inflate(&out, &size, in, sizeof in, &lodepng_default_decompress_settings);
  free(out);
  return 0;
}
