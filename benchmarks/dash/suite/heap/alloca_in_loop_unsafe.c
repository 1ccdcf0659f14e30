// expect: unsafe
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int last(int n) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int *cell = alloca(sizeof *cell);
    *cell = i + n;
    if (!kept) kept = cell;
  }
  return *kept;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (last(n) == 12) reach_error();
  return 0;
}
