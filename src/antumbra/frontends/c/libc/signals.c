// provides: signal sigaction sigemptyset sigfillset sigaddset sigdelset sigprocmask sigismember
// Handlers are accepted and never run.
#include "antumbra.h"

void *signal(int number, void *handler) {
  (void)number, (void)handler;
  return 0;
}

int sigaction(int number, const void *action, void *old) {
  (void)number, (void)action, (void)old;
  return 0;
}

int sigemptyset(void *set) {
  __builtin_memset(set, 0, 128);
  return 0;
}

int sigfillset(void *set) {
  __builtin_memset(set, 255, 128);
  return 0;
}

int sigaddset(byte *set, int number) {
  set[(number - 1) / 8 & 127] |= (byte)(1 << (number - 1) % 8);
  return 0;
}

int sigdelset(byte *set, int number) {
  set[(number - 1) / 8 & 127] &= (byte) ~(1 << (number - 1) % 8);
  return 0;
}

int sigismember(const byte *set, int number) {
  return set[(number - 1) / 8 & 127] >> (number - 1) % 8 & 1;
}

int sigprocmask(int how, const void *set, void *old) {
  (void)how, (void)set;
  if (old) __builtin_memset(old, 0, 128);
  return 0;
}
