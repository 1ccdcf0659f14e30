// expect: safe
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *cell = alloca(sizeof *cell);
    *cell = i;
    sum += *cell;
  }
  if (sum != 3) reach_error();
  return 0;
}
