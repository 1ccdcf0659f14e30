// provides: getenv secure_getenv setenv unsetenv putenv clearenv system popen pclose setlocale
// A variable of the environment is unset, or any text of up to 4095 characters; setenv fails or not, but getenv does not remember.
#include "antumbra.h"

char *getenv(const char *name) {
  static char text[4096];
  klee_check_memory_access(name, 1);
  if (__antumbra_between(0, 1, "getenv")) return 0;
  klee_make_symbolic(text, sizeof text, "getenv");
  text[sizeof text - 1] = 0;
  return text;
}

char *secure_getenv(const char *name) {
  return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
  klee_check_memory_access(name, 1);
  klee_check_memory_access(value, 1);
  (void)overwrite;
  return __antumbra_between(-1, 0, "setenv");
}

int unsetenv(const char *name) {
  klee_check_memory_access(name, 1);
  return __antumbra_between(-1, 0, "unsetenv");
}

int putenv(char *text) {
  klee_check_memory_access(text, 1);
  return __antumbra_between(-1, 0, "putenv");
}

int clearenv(void) {
  return 0;
}

int system(const char *command) {
  return command ? -1 : 0;
}

void *popen(const char *command, const char *mode) {
  (void)command, (void)mode;
  return 0;
}

int pclose(void *stream) {
  (void)stream;
  return -1;
}

char *setlocale(int category, const char *name) {
  static char c[] = "C";
  (void)category;
  return !name || !*name || (name[0] == 'C' && !name[1]) ? c : 0;
}
