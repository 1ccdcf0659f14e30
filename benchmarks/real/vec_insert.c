// docs/real-programs.md has the command
#include "klee/klee.h"
#include "vec.h"

int main(void) {
  vec_int_t v;
  vec_init(&v);
  for (int i = 0; i < 3; i++) {
    int at = klee_range(0, v.length + 1, "at");
    vec_insert(&v, at, i);
  }
  vec_splice(&v, klee_range(0, 3, "start"), 1);
  klee_assert(v.length == 2);
  vec_deinit(&v);
  return 0;
}
