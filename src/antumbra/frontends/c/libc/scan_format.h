// Conversions in formats of scanf: "%*5lld", "%[a-z]".
#ifndef ANTUMBRA_SCAN_FORMAT_H
#define ANTUMBRA_SCAN_FORMAT_H

struct conversion {
  int skip, width, longs;
  int size;  // of an integer
  char kind;
};

// What follows "%"; the result is where its kind is.
static const char *read_conversion(const char *format, struct conversion *it) {
  int shorts = 0;
  it->skip = it->width = it->longs = 0;
  if (*format == '*') it->skip = 1, format++;
  for (; *format >= '0' && *format <= '9'; format++)
    if (it->width < 100000000) it->width = it->width * 10 + (*format - '0');
  for (;; format++) {
    if (*format == 'h') shorts++;
    else if (*format == 'l') it->longs++;
    else if (*format == 'j' || *format == 'q' || *format == 'L') it->longs = 2;
    else if (*format == 'z' || *format == 't') it->longs = sizeof(size_t) == 8 ? 2 : 0;
    else if (*format == 'm') __antumbra_unsupported("scanf with %m");
    else break;
  }
  it->size = shorts ? (shorts > 1 ? 1 : 2) : it->longs > 1 ? 8 : it->longs ? (int)sizeof(long) : (int)sizeof(int);
  it->kind = *format;
  if (it->longs && (it->kind == 'c' || it->kind == 's' || it->kind == '['))
    __antumbra_unsupported("scanf of wide characters");
  return format;
}

static void store_number(void *to, unsigned long long value, int size) {
  if (size == 1) *(byte *)to = (byte)value;
  else if (size == 2) *(unsigned short *)to = (unsigned short)value;
  else if (size == 4) *(unsigned *)to = (unsigned)value;
  else *(unsigned long long *)to = value;
}

// Whether c is in the set that follows "[", and where the set ends.
static int in_set(const char *set, char c) {
  int negated = *set == '^', found = 0;
  const char *first = set += negated;
  for (; *set && (*set != ']' || set == first); set++) {
    if (*set == '-' && set != first && set[1] && set[1] != ']') {
      found |= ((byte)c >= (byte)set[-1]) & ((byte)c <= (byte)set[1]);
      set++;
    } else {
      found |= c == *set;
    }
  }
  return found != negated;
}

static const char *after_set(const char *set) {
  if (*set == '^') set++;
  if (*set == ']') set++;
  while (*set && *set != ']') set++;
  return set;
}

#endif
