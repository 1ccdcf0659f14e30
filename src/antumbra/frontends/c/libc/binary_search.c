// provides: bsearch lfind
#include "antumbra.h"

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  const byte *low = base;
  while (count) {
    const byte *middle = low + count / 2 * size;
    int order = compare(key, middle);
    if (!order) return (void *)middle;
    if (order > 0) {
      low = middle + size;
      count--;
    }
    count /= 2;
  }
  return 0;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size,
            int (*compare)(const void *, const void *)) {
  const byte *p = base;
  for (size_t i = 0; i < *count; i++, p += size)
    if (!compare(key, p)) return (void *)p;
  return 0;
}
