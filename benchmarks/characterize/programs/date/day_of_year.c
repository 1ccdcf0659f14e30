// expect: fails iff the date is 31 December of a leap year
// inputs: int year, int month, int day
// truth: year >= 1 && year <= 3000 && month == 12 && day == 31 &&
// truth: (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int day_of_year(int year, int month, int day) {
  int sum = day;
  for (int m = 1; m < month; m++)
    sum += days[m - 1];
  if (month > 2 && leap(year)) sum++;
  return sum;
}

int main(void) {
  int year = __VERIFIER_nondet_int();
  int month = __VERIFIER_nondet_int();
  int day = __VERIFIER_nondet_int();
  __VERIFIER_assume(year >= 1 && year <= 3000 && month >= 1 && month <= 12);
  __VERIFIER_assume(day >= 1 && day <= days[month - 1] + (month == 2 && leap(year)));
  int number = day_of_year(year, month, day);
  assert(number >= 1 && number <= 365); /* the index of a table with a line for each day */
  return 0;
}
