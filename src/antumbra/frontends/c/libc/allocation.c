// provides: aligned_alloc memalign posix_memalign valloc pvalloc cfree malloc_usable_size malloc_trim
// Every object starts on a page of its own, so any alignment up to a page is met by malloc.
#include "antumbra.h"

void *memalign(size_t alignment, size_t size) {
  if (alignment > 4096) __antumbra_unsupported("an alignment beyond a page");
  return malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *address = memalign(alignment, size);
  if (!address) return ENOMEM;
  *result = address;
  return 0;
}

void *valloc(size_t size) {
  return malloc(size);
}

void *pvalloc(size_t size) {
  return malloc((size + 4095) & ~(size_t)4095);
}

void cfree(void *address) {
  free(address);
}

size_t malloc_usable_size(void *address) {
  return address ? __antumbra_object_size(address) : 0;
}

int malloc_trim(size_t pad) {
  (void)pad;
  return 0;
}
