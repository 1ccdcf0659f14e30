// provides: strerror strerror_r __xpg_strerror_r strsignal
// The text for a number is left open: 1 to 63 characters.
#include "antumbra.h"

OPEN_RESULT(byte, strerror);

static char *text_in(char *room, size_t size) {
  for (size_t i = 0; i < size - 1; i++) {
    byte c = __antumbra_any_strerror();
    room[i] = (char)(i ? c : c | !c);
  }
  room[size - 1] = 0;
  return room;
}

char *strerror(int number) {
  static char text[64];
  (void)number;
  return text_in(text, sizeof text);
}

// glibc's own: the text need not be in the buffer
char *strerror_r(int number, char *buffer, size_t size) {
  static char text[64];
  (void)number;
  if (size && __antumbra_any_strerror() & 1) return text_in(buffer, size);
  return text_in(text, sizeof text);
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
  (void)number;
  if (!size || __antumbra_any_strerror() & 1) return ERANGE;
  text_in(buffer, size);
  return 0;
}

char *strsignal(int number) {
  static char text[64];
  (void)number;
  return text_in(text, sizeof text);
}
