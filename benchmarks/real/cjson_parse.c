// docs/real-programs.md has the command
#include "klee/klee.h"
#include "cJSON.h"
#ifndef SIZE
#define SIZE 7
#endif

int main(void) {
  char text[SIZE];
  klee_make_symbolic(text, sizeof text, "text");
  cJSON *json = cJSON_ParseWithLength(text, sizeof text);
  if (json != NULL) {
    cJSON *copy = cJSON_Duplicate(json, 1);
    klee_assert(cJSON_Compare(json, copy, 1));
    cJSON_Delete(copy);
  }
  cJSON_Delete(json);
  return 0;
}
