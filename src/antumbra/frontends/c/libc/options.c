// provides: getopt getopt_long getopt_long_only __posix_getopt optarg optind opterr optopt
// As glibc does it, but for the messages: options move in front of the other arguments (at once, not at the next call)
// unless the list of options begins with + or -.
#include "antumbra.h"

struct option {
  const char *name;
  int argument;  // 0 none, 1 required, 2 optional
  int *flag, value;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static const char *rest;  // of a group of short options
static int skipped;       // other arguments between the current option and the next one

static int is_option(const char *s) {
  return s[0] == '-' && s[1];
}

static void bring(char **arguments, int from, int to) {
  char *moved = arguments[from];
  for (; from > to; from--) arguments[from] = arguments[from - 1];
  arguments[to] = moved;
}

// The argument of an option that stands alone; 0 if there is none.
static char *next_argument(int count, char **arguments) {
  int from = optind + skipped;
  if (from >= count) return 0;
  bring(arguments, from, optind);
  return arguments[optind++];
}

static int short_option(int count, char **arguments, const char *list, int missing) {
  char c = *rest++;
  const char *found = list;
  while (*found && *found != c) found++;
  optopt = c;
  if (!*rest) optind++;
  if (!*found || c == ':') return '?';
  if (found[1] != ':') return c;
  if (*rest) optarg = (char *)rest, optind++;
  else if (found[2] != ':' && !(optarg = next_argument(count, arguments))) c = (char)missing;
  rest = 0;
  return c;
}

static const struct option *find(const struct option *options, const char *name, size_t length, int *ambiguous) {
  const struct option *prefix = 0;
  for (const struct option *o = options; o->name; o++) {
    size_t i = 0;
    while (i < length && o->name[i] == name[i]) i++;
    if (i < length) continue;
    if (!o->name[i]) {
      *ambiguous = 0;
      return o;
    }
    if (prefix && (prefix->argument != o->argument || prefix->flag != o->flag || prefix->value != o->value)) *ambiguous = 1;
    if (!prefix) prefix = o;
  }
  return prefix;
}

static int long_option(int count, char **arguments, const char *text, const struct option *options, int *index,
                       int missing) {
  size_t length = 0;
  int ambiguous = 0;
  while (text[length] && text[length] != '=') length++;
  const struct option *o = find(options, text, length, &ambiguous);
  optopt = 0;
  if (!o || ambiguous) return '?';
  if (text[length] && !o->argument) {
    optopt = o->value;
    return '?';
  }
  if (text[length]) optarg = (char *)text + length + 1;
  else if (o->argument == 1 && !(optarg = next_argument(count, arguments))) {
    optopt = o->value;
    return missing;
  }
  if (index) *index = (int)(o - options);
  if (!o->flag) return o->value;
  *o->flag = o->value;
  return 0;
}

static int next(int count, char **arguments, const char *list, const struct option *options, int *index, int only) {
  char mode = *list;
  if (mode == '+' || mode == '-') list++;
  int missing = *list == ':' ? ':' : '?';
  optarg = 0;
  if (!optind) optind = 1, rest = 0;
  if (rest && *rest) return short_option(count, arguments, list, missing);
  int from = optind;
  if (mode != '+' && mode != '-')
    while (from < count && !is_option(arguments[from])) from++;
  if (from >= count || !arguments[from]) return -1;
  char *text = arguments[from];
  if (!is_option(text)) {
    if (mode != '-') return -1;
    optarg = text;
    optind++;
    return 1;
  }
  skipped = from - optind;
  bring(arguments, from, optind);
  rest = 0;
  if (text[1] == '-' && !text[2]) {
    optind++;
    return -1;
  }
  if (options && (text[1] == '-' || only)) {
    int ambiguous = 0;
    size_t length = 0;
    const char *name = text + 1 + (text[1] == '-');
    while (name[length] && name[length] != '=') length++;
    if (text[1] == '-' || find(options, name, length, &ambiguous)) {
      optind++;
      return long_option(count, arguments, name, options, index, missing);
    }
  }
  rest = text + 1;
  return short_option(count, arguments, list, missing);
}

int getopt(int count, char *const *arguments, const char *list) {
  return next(count, (char **)arguments, list, 0, 0, 0);
}

int __posix_getopt(int count, char *const *arguments, const char *list) {
  return getopt(count, arguments, list);
}

int getopt_long(int count, char *const *arguments, const char *list, const struct option *options, int *index) {
  return next(count, (char **)arguments, list, options, index, 0);
}

int getopt_long_only(int count, char *const *arguments, const char *list, const struct option *options, int *index) {
  return next(count, (char **)arguments, list, options, index, 1);
}
