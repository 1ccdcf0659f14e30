// expect: fails iff the year is divisible by 100 and not by 400
// inputs: int year
// truth: year >= 1583 && year <= 9999 && year % 100 == 0 && year % 400 != 0
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

/* the rule of Julius Caesar */
static int days_of(int year) { return year % 4 == 0 ? 366 : 365; }

/* 1 January of a year, counted from 1 January of year 1 of Gregory's calendar */
static int first_day(int year) {
  int before = year - 1;
  return 365 * before + before / 4 - before / 100 + before / 400;
}

int main(void) {
  int year = __VERIFIER_nondet_int();
  __VERIFIER_assume(year >= 1583 && year <= 9999);
  assert(first_day(year) + days_of(year) == first_day(year + 1));
  return 0;
}
