// Sets of characters in formats of scanf: "%[a-z]".
#ifndef ANTUMBRA_SCAN_SETS_H
#define ANTUMBRA_SCAN_SETS_H

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
