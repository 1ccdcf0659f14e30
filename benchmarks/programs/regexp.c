// A matcher for a small pattern language ('.' any, 'x*' repetition, '^' and '$' anchors) over N unknown characters.
#ifndef N
#define N 5
#endif
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);

static int here(const char *pattern, const char *text);

static int one(char wanted, char found) { return found != 0 && (wanted == '.' || wanted == found); }

static int star(char wanted, const char *pattern, const char *text) {
  for (;;) {
    if (here(pattern, text))
      return 1;
    if (!one(wanted, *text))
      return 0;
    text++;
  }
}

static int here(const char *pattern, const char *text) {
  for (;;) {
    if (pattern[0] == 0)
      return 1;
    if (pattern[1] == '*')
      return star(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == 0)
      return *text == 0;
    if (!one(pattern[0], *text))
      return 0;
    pattern++;
    text++;
  }
}

static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^')
    return here(pattern + 1, text);
  for (;; text++) {
    if (here(pattern, text))
      return 1;
    if (*text == 0)
      return 0;
  }
}

int main(void) {
  char pattern[N + 1];
  klee_make_symbolic(pattern, sizeof pattern, "pattern");
  pattern[N] = 0;
  return match(pattern, "hello");
}
