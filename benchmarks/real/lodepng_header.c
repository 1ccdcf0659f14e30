// docs/real-programs.md has the command
#include "klee/klee.h"
#include "lodepng.h"

int main(void) {
  unsigned char in[33] = "\211PNG\r\n\032\n\0\0\0\rIHDR";
  unsigned w, h;
  LodePNGState state;
  lodepng_state_init(&state);
  state.decoder.ignore_crc = 1;
  klee_make_symbolic(in + 16, 17, "in");
  if (lodepng_inspect(&w, &h, &state, in, sizeof in) == 0) klee_assert(w != 0 && h != 0);
  lodepng_state_cleanup(&state);
  return 0;
}
