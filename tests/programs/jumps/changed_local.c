// expect: unknown if a local changed after setjmp is
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
int main(void) {
  int changed = 0, kept = 3;
  volatile int safe = 0;
  if (setjmp(place) == 0) {
    changed = 5;
    safe = 5;
    longjmp(place, 1);
  }
  assert(kept == 3 && safe == 5);
  assert(changed == 5);
  return 0;
}
