// provides: strerror strerror_r __xpg_strerror_r strsignal
// The text for an error number is not modelled: it is the same for all of them.
#include "antumbra.h"

static char text[] = "Unknown error";

char *strerror(int number) {
  (void)number;
  return text;
}

char *strerror_r(int number, char *buffer, size_t size) {
  (void)number, (void)buffer, (void)size;
  return text;
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
  (void)number;
  if (size < sizeof text) return ERANGE;
  __builtin_memcpy(buffer, text, sizeof text);
  return 0;
}

char *strsignal(int number) {
  (void)number;
  return text;
}
