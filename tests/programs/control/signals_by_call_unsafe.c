// expect: unsafe unreach-call
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t count, last;
static void note(int number) {
  count++;
  last = number;
}
int main(void) {
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGTERM, &action, 0);
  void (*before)(int) = signal(SIGUSR1, note);
  assert(before == SIG_DFL && signal(SIGUSR1, note) == note);
  raise(SIGTERM);
  raise(SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  assert(count == 2 && last == SIGUSR1);
  raise(SIGTERM);
  assert(count == 2); // fails here
  return 0;
}
