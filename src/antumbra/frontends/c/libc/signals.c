// provides: signal sigaction sigemptyset sigfillset sigaddset sigdelset sigprocmask sigismember raise alarm
// Handlers run when the program raises their signal. No signal comes from outside.
#include "antumbra.h"

enum { SIGNALS = 65, SIGABRT = 6, SIGKILL = 9, SIGALRM = 14, SIGCHLD = 17, SIGCONT = 18, SIGSTOP = 19, SIGURG = 23, SIGWINCH = 28 };
enum { SA_SIGINFO = 4 };
#define DEFAULT ((handler *)0)
#define IGNORE ((handler *)1)
#define ERROR ((handler *)-1)

typedef void handler(int);

// as in glibc
struct action {
  handler *handler;
  byte mask[128];
  int flags;
  void *restorer;
};

__attribute__((noreturn)) void abort(void);

static handler *handlers[SIGNALS];
static int flags[SIGNALS];
static byte masks[SIGNALS][8];  // what is blocked while a handler runs, besides its own signal
static byte blocked[128];

static int is_signal(int number) {
  if (number >= 1 && number < SIGNALS) return 1;
  errno = EINVAL;
  return 0;
}

// A handler of this one would run in abort, too.
static void install(int number, handler *new, int how, const byte *mask) {
  if (number == SIGABRT && new != DEFAULT) __antumbra_unsupported("a handler of SIGABRT");
  handlers[number] = new;
  flags[number] = how;
  for (int i = 0; i < 8; i++) masks[number][i] = mask ? mask[i] : 0;
}

int sigismember(const byte *set, int number) {
  if (!is_signal(number)) return -1;
  return set[(number - 1) / 8] >> (number - 1) % 8 & 1;
}

handler *signal(int number, handler *new) {
  if (!is_signal(number)) return ERROR;
  if (number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return ERROR;
  }
  handler *old = handlers[number];
  install(number, new, 0, 0);
  return old;
}

int sigaction(int number, const struct action *action, struct action *old) {
  if (!is_signal(number)) return -1;
  if (action && (number == SIGKILL || number == SIGSTOP)) {
    errno = EINVAL;
    return -1;
  }
  struct action before = {.handler = handlers[number], .flags = flags[number]};
  __builtin_memcpy(before.mask, masks[number], 8);
  if (action) install(number, action->handler, action->flags, action->mask);
  if (old) *old = before;
  return 0;
}

int raise(int number) {
  if (!number) return 0;
  if (!is_signal(number)) return -1;
  if (sigismember(blocked, number)) __antumbra_unsupported("a signal that is blocked when it is raised");
  handler *found = handlers[number];
  if (found == IGNORE) return 0;
  if (found == DEFAULT) {
    if (number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH) return 0;
    abort();
  }
  if (flags[number]) __antumbra_unsupported("a signal handler with flags");
  byte before[8];
  for (int i = 0; i < 8; i++) {
    before[i] = blocked[i];
    blocked[i] |= masks[number][i];
  }
  blocked[(number - 1) / 8] |= (byte)(1 << (number - 1) % 8);
  found(number);
  for (int i = 0; i < 8; i++) blocked[i] = before[i];
  return 0;
}

unsigned alarm(unsigned seconds) {
  if (seconds && handlers[SIGALRM] != DEFAULT && handlers[SIGALRM] != IGNORE)
    __antumbra_unsupported("a signal that comes by itself");
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
  if (!is_signal(number)) return -1;
  set[(number - 1) / 8] |= (byte)(1 << (number - 1) % 8);
  return 0;
}

int sigdelset(byte *set, int number) {
  if (!is_signal(number)) return -1;
  set[(number - 1) / 8] &= (byte) ~(1 << (number - 1) % 8);
  return 0;
}

// how: 0 block, 1 unblock, 2 set
int sigprocmask(int how, const byte *set, byte *old) {
  if (set && (how < 0 || how > 2)) {
    errno = EINVAL;
    return -1;
  }
  if (old) __builtin_memcpy(old, blocked, sizeof blocked);
  for (int i = 0; set && i < 8; i++)
    blocked[i] = how == 0 ? blocked[i] | set[i] : how == 1 ? blocked[i] & (byte)~set[i] : set[i];
  return 0;
}
