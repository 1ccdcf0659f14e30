// A recursive-descent parser for a JSON-like language (numbers, true, null, lists, strings) over N unknown bytes.
#ifndef N
#define N 4
#endif
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);

static const char *at;
static int failed;

static void skip(void) {
  while (*at == ' ' || *at == '\n')
    at++;
}

static int word(const char *text) {
  while (*text) {
    if (*at != *text) {
      failed = 1;
      return 0;
    }
    at++;
    text++;
  }
  return 1;
}

static long number(void) {
  long value = 0;
  int sign = 1, digits = 0;
  if (*at == '-') {
    sign = -1;
    at++;
  }
  while (*at >= '0' && *at <= '9') {
    value = value * 10 + (*at - '0');
    at++;
    digits++;
  }
  if (!digits)
    failed = 1;
  return sign * value;
}

static long value(int depth) {
  long sum = 0;
  skip();
  if (failed || depth > 8)
    return 0;
  switch (*at) {
  case '[':
    at++;
    skip();
    if (*at == ']') {
      at++;
      return 0;
    }
    for (;;) {
      sum += value(depth + 1);
      skip();
      if (failed)
        return 0;
      if (*at == ']') {
        at++;
        return sum;
      }
      if (*at != ',') {
        failed = 1;
        return 0;
      }
      at++;
    }
  case '"':
    at++;
    while (*at != '"') {
      if (*at == 0) {
        failed = 1;
        return 0;
      }
      if (*at == '\\' && at[1] != 0)
        at++;
      at++;
      sum++;
    }
    at++;
    return sum;
  case 't':
    return word("true");
  case 'n':
    word("null");
    return 0;
  default:
    return number();
  }
}

int main(void) {
  char text[N + 1];
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = 0;
  at = text;
  long result = value(0);
  skip();
  if (*at != 0)
    failed = 1;
  return failed ? -1 : result == 42;
}
