// docs/real-programs.md has the command
#include "klee/klee.h"
#include "cJSON.h"

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  cJSON *item = cJSON_Parse(text);
  cJSON_GetObjectItemCaseSensitive(item, "a");
  cJSON_Delete(item);
  return 0;
}
