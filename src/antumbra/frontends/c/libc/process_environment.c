// provides: getenv secure_getenv setenv unsetenv putenv clearenv
// A variable of the environment is unset, or any text of up to 4095 characters, each time the same. Once the program has
// changed the environment, what it finds there is left open.
#include "stdio.h"
#include "variable_names.h"

enum { VARIABLES = 4, LENGTH = 64 };
OPEN_RESULT(int, getenv);

static char names[VARIABLES][LENGTH];
static char first[4096], second[4096], third[4096], fourth[4096], rest[4096];
static char *const texts[VARIABLES] = {first, second, third, fourth};
static byte is_set[VARIABLES];
static int count, changed;

static char *text_in(char *room) {
  klee_make_symbolic(room, 4096, "getenv");
  room[4095] = 0;
  return room;
}

// Which of the names seen so far it is, or the next free place; VARIABLES if that cannot be told.
static int place_of(const char *name) {
  int length = 0;
  for (; length < LENGTH; length++) {
    if (klee_is_symbolic((byte)name[length])) return VARIABLES;
    if (!name[length]) break;
  }
  if (length == LENGTH) return VARIABLES;
  for (int i = 0; i < count; i++) {
    int same = 0;
    while (same < length && names[i][same] == name[same]) same++;
    if (same == length && !names[i][length]) return i;
  }
  if (count < VARIABLES) __builtin_memcpy(names[count], name, (size_t)length + 1);
  return count;
}

char *getenv(const char *name) {
  __antumbra_read_string(name);
  int place = place_of(name);
  if (changed || place == VARIABLES) return __antumbra_any_getenv() & 1 ? text_in(rest) : 0;
  if (place == count) {
    count++;
    is_set[place] = (byte)__antumbra_between(0, 1, "getenv");
    if (is_set[place]) text_in(texts[place]);
  }
  return is_set[place] ? texts[place] : 0;
}

char *secure_getenv(const char *name) {
  return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
  __antumbra_read_string(name);
  __antumbra_read_string(value);
  (void)overwrite;
  if (!is_name(name)) return -1;
  changed = 1;
  return __antumbra_noted(__antumbra_between(-1, 0, "setenv"));
}

int unsetenv(const char *name) {
  __antumbra_read_string(name);
  if (!is_name(name)) return -1;
  changed = 1;
  return __antumbra_noted(__antumbra_between(-1, 0, "unsetenv"));
}

int putenv(char *text) {
  __antumbra_read_string(text);
  changed = 1;
  return __antumbra_noted(__antumbra_between(-1, 0, "putenv"));
}

int clearenv(void) {
  changed = 1;
  return __antumbra_between(-1, 0, "clearenv");
}
