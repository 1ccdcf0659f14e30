// docs/real-programs.md has the command
#include "klee/klee.h"
#include "minmea.h"

int main(void) {
  struct minmea_float number;
  klee_make_symbolic(&number, sizeof number, "number");
  klee_assume(number.value >= 0);
  klee_assume(number.scale > 0);
  minmea_tocoord(&number);
  return 0;
}
