// docs/real-programs.md has the command
#include "antumbra/environment.h"
#include "ini.h"
#include <string.h>

ANTUMBRA_ENVIRONMENT("--sym-files 1 6")

static int handler(void *user, const char *section, const char *name, const char *value) {
  return user != NULL && strlen(section) + strlen(name) + strlen(value) < 8;
}

int main(void) {
  int calls = 0;
  return ini_parse("A", handler, &calls) < -2;
}
