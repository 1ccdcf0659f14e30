// provides: time clock gettimeofday clock_gettime clock_getres difftime sleep usleep nanosleep
// The time of day is unknown, and may be set back; other clocks never go back. Sleeping takes no time.
#include "antumbra.h"

struct timespec {
  long seconds, fraction;
};

long time(long *result) {
  long now = __antumbra_long_between(-1, LONG_MAX, "time");
  if (result) *result = now;
  return now;
}

long clock(void) {
  static long last;
  long now = __antumbra_long_between(-1, LONG_MAX, "time");
  __VERIFIER_assume((now == -1) | (now >= last));
  if (now != -1) last = now;
  return now;
}

static int unknown_time(struct timespec *result, long parts) {
  int status = __antumbra_noted(__antumbra_between(-1, 0, "clock_gettime"));
  if (status) return status;
  result->seconds = __antumbra_long_between(0, LONG_MAX, "time");
  result->fraction = __antumbra_long_between(0, parts - 1, "time");
  return 0;
}

int gettimeofday(struct timespec *result, void *zone) {
  (void)zone;
  return result ? unknown_time(result, 1000000) : 0;
}

enum { CLOCKS = 12 };

static int is_clock(int clock) {
  if (clock < CLOCKS) return 1;  // below zero: of other processes and of devices
  errno = EINVAL;
  return 0;
}

int clock_gettime(int clock, struct timespec *result) {
  static struct timespec last[CLOCKS];
  if (!is_clock(clock)) return -1;
  int status = unknown_time(result, 1000000000);
  if (status || clock <= 0 || clock == 5 || clock == 11) return status;  // times of day
  struct timespec *before = last + clock;
  __VERIFIER_assume((result->seconds > before->seconds) |
                    ((result->seconds == before->seconds) & (result->fraction >= before->fraction)));
  *before = *result;
  return 0;
}

int clock_getres(int clock, struct timespec *result) {
  if (!is_clock(clock)) return -1;
  return result ? unknown_time(result, 1000000000) : 0;
}

double difftime(long end, long start) {
  return (double)end - (double)start;
}

// A signal may wake up the sleeper.
unsigned sleep(unsigned seconds) {
  unsigned rest = WORLD(unsigned, "clock");
  __VERIFIER_assume(rest <= seconds);
  return rest;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  return __antumbra_noted(__antumbra_between(-1, 0, "usleep"));
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  klee_check_memory_access(time, sizeof *time);
  int status = __antumbra_noted(__antumbra_between(-1, 0, "nanosleep"));
  if (!status || !rest) return status;
  rest->seconds = __antumbra_long_between(0, LONG_MAX, "time");
  rest->fraction = __antumbra_long_between(0, 999999999, "time");
  __VERIFIER_assume(rest->seconds <= time->seconds);
  return status;
}
