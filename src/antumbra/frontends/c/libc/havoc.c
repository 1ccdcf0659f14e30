// provides: __CPROVER_havoc_object __CPROVER_havoc_slice __CPROVER_r_ok __CPROVER_w_ok __CPROVER_rw_ok
// CBMC's ways to give memory any content, and to ask for memory. The translator knows them too, whatever a program declares: this is for
// native replay. Who calls them without a declaration takes a result.
#include "antumbra.h"

int __CPROVER_havoc_object(void *address) {
  klee_make_symbolic(__antumbra_object_base(address), __antumbra_object_size(address), "havoc");
  return 0;
}

int __CPROVER_havoc_slice(void *address, size_t size) {
  klee_make_symbolic(address, size, "havoc");
  return 0;
}

int __antumbra_accessible(const void *address, size_t size, int written) ANTUMBRA_OURS("accessible");

int __CPROVER_r_ok(const void *address, size_t size) {
  return __antumbra_accessible(address, size, 0);
}

int __CPROVER_w_ok(const void *address, size_t size) {
  return __antumbra_accessible(address, size, 1);
}

int __CPROVER_rw_ok(const void *address, size_t size) {
  return __antumbra_accessible(address, size, 1);
}
