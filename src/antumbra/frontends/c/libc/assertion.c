// provides: assert klee_assert __VERIFIER_assert __CPROVER_assert __ESBMC_assert __CPROVER_assume __ESBMC_assume
// provides: __CPROVER_precondition __CPROVER_postcondition
// What these names mean where neither a header nor the program says so. The translator knows them too, whatever their
// argument's type is: this is for native replay, where an argument stands in a register of a long.
#include "antumbra.h"

__attribute__((noreturn)) void __assert_fail(const char *text, const char *file, unsigned line, const char *function);

void assert(long condition) {
  if (!condition) __assert_fail("", "", 0, "");
}

void klee_assert(long condition) {
  assert(condition);
}

void __VERIFIER_assert(long condition) {
  assert(condition);
}

void __CPROVER_assert(long condition, const char *text) {
  (void)text;
  assert(condition);
}

void __CPROVER_precondition(long condition, const char *text) {
  (void)text;
  assert(condition);
}

void __CPROVER_postcondition(long condition, const char *text) {
  (void)text;
  assert(condition);
}

void __ESBMC_assert(long condition, const char *text) {
  (void)text;
  assert(condition);
}

void __CPROVER_assume(long condition) {
  __VERIFIER_assume(condition != 0);
}

void __ESBMC_assume(long condition) {
  __VERIFIER_assume(condition != 0);
}
