// expect: unsafe valid-deref
// options: --property valid-memsafety
#include <setjmp.h>
static jmp_buf place;
static int *volatile kept;

static void work(int *given) {
  kept = given;
  longjmp(place, 1);
}

int main(void) {
  if (!setjmp(place)) {
    int inner = 3;
    work(&inner);
  }
  return *kept; // fails here
}
