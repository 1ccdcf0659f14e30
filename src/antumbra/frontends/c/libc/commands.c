// provides: system popen pclose
#include "stdio.h"

// A command may do anything to files, and end anyhow.
int system(const char *command) {
  if (!command) return __antumbra_between(0, 1, "system");
  __antumbra_read_string(command);
  __antumbra_change_files();
  return WORLD(int, "system");
}

void *popen(const char *command, const char *mode) {
  __antumbra_read_string(command);
  __antumbra_read_string(mode);
  __antumbra_change_files();
  int descriptor = __antumbra_noted(__antumbra_new_descriptor());
  if (descriptor == -1) return 0;
  FILE *stream = malloc(sizeof *stream);
  if (stream) *stream = (FILE){.descriptor = descriptor};
  return stream;
}

int pclose(void *stream) {
  __antumbra_close_descriptor(((FILE *)stream)->descriptor);
  free(stream);
  return __antumbra_noted(WORLD(int, "pclose"));
}
