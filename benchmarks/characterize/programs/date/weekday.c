// expect: fails iff the day lies before 1970 (or wraps around) and its remainder is not zero
// inputs: int days
// truth: (int)((unsigned)days + 4u) % 7 < 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

/* days since 1 January 1970, which was a Thursday */
static int weekday(int days) { return (days + 4) % 7; }

int main(void) {
  static const char *const names[7] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  int days = __VERIFIER_nondet_int();
  int index = weekday(days);
  assert(index >= 0 && index < 7);
  return names[index][0] == 'X';
}
