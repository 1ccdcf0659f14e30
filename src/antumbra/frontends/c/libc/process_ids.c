// provides: getpid getppid getuid geteuid getgid getegid
#include "antumbra.h"

// Who runs it does not change.
#define ONCE(type, value)                              \
  static type answer;                                  \
  static int known;                                    \
  if (!known) known = 1, answer = value;               \
  return answer

int getpid(void) {
  ONCE(int, __antumbra_between(1, INT_MAX, "getpid"));
}

int getppid(void) {
  return __antumbra_between(0, INT_MAX, "getppid");
}

unsigned getuid(void) {
  ONCE(unsigned, WORLD(unsigned, "process"));
}

unsigned geteuid(void) {
  ONCE(unsigned, WORLD(unsigned, "process"));
}

unsigned getgid(void) {
  ONCE(unsigned, WORLD(unsigned, "process"));
}

unsigned getegid(void) {
  ONCE(unsigned, WORLD(unsigned, "process"));
}
