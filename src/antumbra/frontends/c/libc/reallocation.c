// provides: realloc reallocarray
// A reallocated object becomes another one, which may lie where it was.
#include "antumbra.h"

void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  if (!size) {
    free(old);
    return 0;
  }
  size_t keep = __antumbra_object_size(old);
  void *moved = malloc(size);
  if (!moved) return 0;
  __builtin_memcpy(moved, old, keep < size ? keep : size);
  free(old);
  __antumbra_reused(old, moved);
  return moved;
}

void *reallocarray(void *old, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(old, count * size);
}
