// expect: fails iff the month is February of a leap year
// inputs: int year, int month
// truth: year >= 1600 && year <= 2400 && month == 2 && (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* the knuckles of a hand: no February 29 */
static int knuckles(int month) {
  if (month == 2) return 28;
  return month < 8 ? 30 + month % 2 : 31 - month % 2;
}

static int calendar(int year, int month) {
  static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month - 1] + (month == 2 && leap(year));
}

int main(void) {
  int year = __VERIFIER_nondet_int();
  int month = __VERIFIER_nondet_int();
  __VERIFIER_assume(year >= 1600 && year <= 2400);
  if (month < 1 || month > 12) return 1;
  assert(knuckles(month) == calendar(year, month));
  return 0;
}
