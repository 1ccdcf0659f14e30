// expect: safe
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf place;
static volatile sig_atomic_t hits;

static void handle(int number) {
  hits++;
  siglongjmp(place, number);
}

int main(void) {
  signal(SIGUSR1, handle);
  int code = sigsetjmp(place, 1);
  assert(code == (hits ? SIGUSR1 : 0));
  if (hits < 3) {
    raise(SIGUSR1);
    assert(0);
  }
  return 0;
}
