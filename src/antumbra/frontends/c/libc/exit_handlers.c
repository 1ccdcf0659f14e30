// provides: atexit
// also: exit
// Handlers run, last first, at exit and after main has returned. exit is defined here only for programs with handlers.
#include "antumbra.h"

enum { MOST = 64 };

__attribute__((noreturn)) void _exit(int status);

static void (*handlers[MOST])(void);
static int count;

int atexit(void (*handler)(void)) {
  if (count == MOST) return -1;
  handlers[count++] = handler;
  return 0;
}

static void run(void) {
  while (count) handlers[--count]();
}

__attribute__((destructor)) static void after_main(void) {
  run();
}

void exit(int status) {
  run();
  _exit(status);
}
