// expect: unknown this use of setjmp
#include <setjmp.h>
int __VERIFIER_nondet_int(void);
static jmp_buf place;
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  char array[n];
  array[0] = 0;
  if (!setjmp(place))
    longjmp(place, 1);
  return array[0];
}
