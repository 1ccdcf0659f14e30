// docs/real-programs.md has the command
#include "klee/klee.h"
#include "minmea.h"

int main(void) {
  char text[13];
  struct minmea_float number;
  klee_make_symbolic(text, sizeof text, "text");
  text[12] = 0;
  minmea_scan(text, "f", &number);
  return 0;
}
