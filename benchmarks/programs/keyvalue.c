// key=value lines in N unknown bytes, split with the string library and converted with strtol.
#include <stdlib.h>
#include <string.h>
#ifndef N
#define N 5
#endif
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);

struct settings {
  long a, b;
  char name[4];
};

static int set(struct settings *s, const char *key, const char *value) {
  if (strcmp(key, "a") == 0)
    s->a = strtol(value, 0, 10);
  else if (strcmp(key, "b") == 0)
    s->b = strtol(value, 0, 16);
  else if (strncmp(key, "n", 1) == 0) {
    strncpy(s->name, value, sizeof s->name - 1);
    s->name[sizeof s->name - 1] = 0;
  } else
    return 0;
  return 1;
}

int main(void) {
  char text[N + 1];
  struct settings s;
  memset(&s, 0, sizeof s);
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = 0;
  char *equals = strchr(text, '=');
  if (!equals)
    return 1;
  *equals = 0;
  if (!set(&s, text, equals + 1))
    return 2;
  return s.a == 12 ? 3 : s.b == 0xf ? 4 : (int)strlen(s.name);
}
