// docs/real-programs.md has the command
#include "klee/klee.h"
#include "cJSON.h"

int main(void) {
  char text[6];
  klee_make_symbolic(text, sizeof text, "text");
  cJSON_Delete(cJSON_ParseWithLength(text, sizeof text));
  return 0;
}
