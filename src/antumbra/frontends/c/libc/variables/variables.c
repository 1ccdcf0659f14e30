// provides: getenv secure_getenv setenv unsetenv putenv clearenv
// The environment is the list that the program begins with, and what becomes of it.
#include "antumbra.h"
#include "variable_names.h"

enum { MOST = 64, ROOMS = 8, ROOM = 256 };
extern char **environ;

// Texts end where their object ends: what runs over the end is seen.
static char first[ROOM], second[ROOM], third[ROOM], fourth[ROOM], fifth[ROOM], sixth[ROOM], seventh[ROOM], last[ROOM];
static char *const rooms[ROOMS] = {first, second, third, fourth, fifth, sixth, seventh, last};
static char *table[MOST + 1];
static int used, own;

// Where the value of a variable begins in an entry; null if it is another's.
static char *value_in(char *entry, const char *name) {
  while (*name && *entry == *name) entry++, name++;
  return !*name && *entry == '=' ? entry + 1 : 0;
}

// Its place in the list, or that of the end.
static int place_of(const char *name) {
  int i = 0;
  while (environ && environ[i] && !value_in(environ[i], name)) i++;
  return i;
}

// The list is about to change: the one that the program began with has no room.
static void make_own(void) {
  int i = 0;
  if (own && environ == table) return;
  for (; environ && environ[i]; i++) {
    if (i == MOST) __antumbra_unsupported("an environment of many variables");
    table[i] = environ[i];
  }
  table[i] = 0;
  environ = table;
  own = 1;
}

static void put(char *entry, int place) {
  make_own();
  if (place >= MOST) __antumbra_unsupported("an environment of many variables");
  if (!environ[place]) environ[place + 1] = 0;
  environ[place] = entry;
}

char *getenv(const char *name) {
  __antumbra_read_string(name);
  int place = place_of(name);
  return *name && environ && environ[place] ? value_in(environ[place], name) : 0;
}

char *secure_getenv(const char *name) {
  return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
  if (!is_name(name)) return -1;
  int place = place_of(name);
  if (environ && environ[place] && !overwrite) return 0;
  size_t n = 0, m = 0;
  while (name[n]) n++;
  while (value[m]) m++;
  if (used == ROOMS || n + m + 2 > ROOM) __antumbra_unsupported("many or long variables that are set");
  char *text = rooms[used++] + (ROOM - (n + m + 2));
  for (size_t i = 0; i < n; i++) text[i] = name[i];
  text[n] = '=';
  for (size_t i = 0; i < m; i++) text[n + 1 + i] = value[i];
  text[n + 1 + m] = 0;
  put(text, place);
  return 0;
}

// Every entry of that name goes.
int unsetenv(const char *name) {
  if (!is_name(name)) return -1;
  make_own();
  int to = 0;
  for (int from = 0; environ[from]; from++)
    if (!value_in(environ[from], name)) environ[to++] = environ[from];
  environ[to] = 0;
  return 0;
}

// The text itself becomes part of the environment; without = the variable goes.
int putenv(char *text) {
  int place = 0;
  size_t n = 0;
  while (text[n] && text[n] != '=') n++;
  if (!text[n]) {
    if (*text) return unsetenv(text);
    errno = EINVAL;
    return -1;
  }
  for (; environ && environ[place]; place++) {
    size_t same = 0;
    while (same <= n && environ[place][same] == text[same]) same++;
    if (same > n) break;
  }
  put(text, place);
  return 0;
}

int clearenv(void) {
  environ = 0;
  return 0;
}
