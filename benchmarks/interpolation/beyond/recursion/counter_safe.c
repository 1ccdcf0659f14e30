// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth, calls;

// A global counter goes up and down again.
static void visit(int more) {
  depth++;
  calls++;
  assert(depth > 0);
  if (more && depth < 100) {
    visit(__VERIFIER_nondet_int());
    visit(__VERIFIER_nondet_int());
  }
  depth--;
}

int main(void) {
  visit(1);
  assert(depth == 0);
  return 0;
}
