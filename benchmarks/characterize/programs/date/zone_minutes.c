// expect: fails iff local time is midnight of the next day: minutes + offset == 1440
// inputs: int minutes, int offset
// truth: minutes >= 0 && minutes < 1440 && offset >= -720 && offset <= 840 && minutes + offset == 1440
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int minutes = __VERIFIER_nondet_int(); /* since midnight, UTC */
  int offset = __VERIFIER_nondet_int();  /* of the time zone */
  __VERIFIER_assume(minutes >= 0 && minutes < 24 * 60);
  __VERIFIER_assume(offset >= -12 * 60 && offset <= 14 * 60);

  int local = minutes + offset;
  if (local > 24 * 60)
    local -= 24 * 60;
  else if (local < 0)
    local += 24 * 60;

  int hour = local / 60, minute = local % 60;
  assert(hour >= 0 && hour < 24);
  assert(minute >= 0 && minute < 60);
  return 0;
}
