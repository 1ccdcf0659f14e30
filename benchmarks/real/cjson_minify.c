// docs/real-programs.md has the command
#include "klee/klee.h"
#include "cJSON.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  cJSON_Minify(text);
  return 0;
}
