// docs/real-programs.md has the command
#include "klee/klee.h"
#define QOI_IMPLEMENTATION
#include "qoi.h"

int main(void) {
  unsigned char data[28] = "qoif\0\0\0\2\0\0\0\2\4";
  qoi_desc image;
  klee_make_symbolic(data + 12, 8, "data");
  free(qoi_decode(data, sizeof data, &image, 4));
  return 0;
}
