// expect: unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth;

static void visit(int more) {
  depth++;
  if (more && depth < 100) {
    visit(__VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int() == 12345) return;
  }
  depth--;
}

int main(void) {
  visit(1);
  assert(depth == 0);
  return 0;
}
