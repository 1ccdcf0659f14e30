// docs/real-programs.md has the command
#include "klee/klee.h"
#include "heatshrink_decoder.h"
#ifndef SIZE
#define SIZE 4
#endif

int main(void) {
  uint8_t in[SIZE], out[32];
  size_t taken, given = 0;
  klee_make_symbolic(in, sizeof in, "in");
  heatshrink_decoder *decoder = heatshrink_decoder_alloc(16, 9, 8);
  heatshrink_decoder_sink(decoder, in, sizeof in, &taken);
  while (heatshrink_decoder_poll(decoder, out, sizeof out, &given) == HSDR_POLL_MORE) {
    klee_assert(given <= sizeof out);
  }
  heatshrink_decoder_finish(decoder);
  heatshrink_decoder_free(decoder);
  return 0;
}
