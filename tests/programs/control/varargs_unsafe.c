// expect: unsafe unreach-call
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int largest(int count, ...) {
  va_list list;
  int best = 0;
  va_start(list, count);
  while (count-- > 0) {
    int next = va_arg(list, int);
    if (next > best)
      best = next;
  }
  va_end(list);
  return best;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (largest(3, a, b, 7) == 4711)
    reach_error(); // fails here
  return 0;
}
