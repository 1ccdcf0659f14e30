// provides: qsort qsort_r
// What compares equal keeps its order. Short arrays: by insertion, with few comparisons, so few forks when they are
// unknown. Long ones: runs of such are merged.
#include "antumbra.h"

typedef int comparison(const void *, const void *, void *);

static void swap(byte *a, byte *b, size_t size) {
  for (; size; size--, a++, b++) {
    byte old = *a;
    *a = *b;
    *b = old;
  }
}

enum { RUN = 16 };

static void insert(byte *base, size_t count, size_t size, comparison *compare, void *context) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j; j--) {
      byte *low = base + (j - 1) * size, *high = base + j * size;
      if (compare(low, high, context) <= 0) break;
      swap(low, high, size);
    }
}

// Two sorted parts of "left" and "right" elements become one. The first is moved out of the way.
static void merge(byte *base, size_t left, size_t right, size_t size, byte *room, comparison *compare, void *context) {
  byte *one = room, *other = base + left * size, *to = base;
  byte *end = room + left * size, *last = other + right * size;
  __builtin_memcpy(room, base, left * size);
  for (; one < end && other < last; to += size) {
    byte **from = compare(one, other, context) <= 0 ? &one : &other;
    __builtin_memmove(to, *from, size);
    *from += size;
  }
  __builtin_memcpy(to, one, (size_t)(end - one));
}

static void sort(byte *base, size_t count, size_t size, comparison *compare, void *context) {
  if (count <= RUN) {
    insert(base, count, size, compare, context);
    return;
  }
  byte room[count * size];
  for (size_t i = 0; i < count; i += RUN)
    insert(base + i * size, count - i < RUN ? count - i : RUN, size, compare, context);
  for (size_t length = RUN; length < count; length *= 2)
    for (size_t i = 0; i + length < count; i += 2 * length) {
      size_t right = count - i - length < length ? count - i - length : length;
      merge(base + i * size, length, right, size, room, compare, context);
    }
}

static int without_context(const void *a, const void *b, void *compare) {
  return (*(int (**)(const void *, const void *))compare)(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  sort(base, count, size, without_context, &compare);
}

void qsort_r(void *base, size_t count, size_t size, comparison *compare, void *context) {
  sort(base, count, size, compare, context);
}
