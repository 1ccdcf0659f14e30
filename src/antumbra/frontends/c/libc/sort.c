// provides: qsort qsort_r
// Insertion sort, which is Shell's with the gap 1: few comparisons on short arrays, so few forks when they are unknown.
#include "antumbra.h"

typedef int comparison(const void *, const void *, void *);

static void swap(byte *a, byte *b, size_t size) {
  for (; size; size--, a++, b++) {
    byte old = *a;
    *a = *b;
    *b = old;
  }
}

static void sort(byte *base, size_t count, size_t size, comparison *compare, void *context) {
  size_t gap = 1;
  while (gap < count / 9) gap = 3 * gap + 1;
  for (; gap; gap /= 3)
    for (size_t i = gap; i < count; i++)
      for (size_t j = i; j >= gap; j -= gap) {
        byte *low = base + (j - gap) * size, *high = base + j * size;
        if (compare(low, high, context) <= 0) break;
        swap(low, high, size);
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
