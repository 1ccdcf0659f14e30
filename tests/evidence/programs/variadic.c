// unreach-call: 9 fails, 2 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

#include <stdarg.h>
int sum(int n, ...) {
  va_list l;
  int r = 0;
  va_start(l, n);
  while (n--) r += va_arg(l, int);
  va_end(l);
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (sum(9, 1, 1, 1, 1, 1, 1, 1, 1, x) == 17) reach_error();  // error
  return 0;
}
