// provides: time clock gettimeofday clock_gettime clock_getres difftime mktime timegm gmtime localtime gmtime_r localtime_r
// provides: sleep usleep nanosleep alarm strftime
// Times are unknown and unrelated to each other; sleeping takes none.
#include "antumbra.h"

struct timespec {
  long seconds, fraction;
};

// as in glibc: nine numbers, then the offset and name of the time zone
struct tm {
  int second, minute, hour, day, month, year, weekday, yearday, saving;
  long offset;
  const char *zone;
};

long time(long *result) {
  long now = __antumbra_long_between(-1, LONG_MAX);
  if (result) *result = now;
  return now;
}

long clock(void) {
  return __antumbra_long_between(-1, LONG_MAX);
}

static int unknown_time(struct timespec *result, long parts) {
  int status = __antumbra_between(-1, 0, "clock_gettime");
  if (status) return status;
  result->seconds = __antumbra_long_between(0, LONG_MAX);
  result->fraction = __antumbra_long_between(0, parts - 1);
  return 0;
}

int gettimeofday(struct timespec *result, void *zone) {
  (void)zone;
  return result ? unknown_time(result, 1000000) : 0;
}

int clock_gettime(int clock, struct timespec *result) {
  (void)clock;
  return unknown_time(result, 1000000000);
}

int clock_getres(int clock, struct timespec *result) {
  (void)clock;
  return result ? unknown_time(result, 1000000000) : 0;
}

double difftime(long end, long start) {
  return (double)end - (double)start;
}

long mktime(struct tm *t) {
  klee_check_memory_access(t, sizeof *t);
  return __antumbra_long_between(-1, LONG_MAX);
}

long timegm(struct tm *t) {
  return mktime(t);
}

struct tm *gmtime_r(const long *when, struct tm *t) {
  klee_check_memory_access(when, sizeof *when);
  t->second = __antumbra_between(0, 60, "gmtime");
  t->minute = __antumbra_between(0, 59, "gmtime");
  t->hour = __antumbra_between(0, 23, "gmtime");
  t->day = __antumbra_between(1, 31, "gmtime");
  t->month = __antumbra_between(0, 11, "gmtime");
  t->year = __VERIFIER_nondet_int();
  t->weekday = __antumbra_between(0, 6, "gmtime");
  t->yearday = __antumbra_between(0, 365, "gmtime");
  t->saving = __antumbra_between(0, 1, "gmtime");
  t->offset = 0;
  t->zone = "GMT";
  return t;
}

struct tm *localtime_r(const long *when, struct tm *t) {
  return gmtime_r(when, t);
}

struct tm *gmtime(const long *when) {
  static struct tm result;
  return gmtime_r(when, &result);
}

struct tm *localtime(const long *when) {
  return gmtime(when);
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
  klee_check_memory_access(format, 1);
  klee_check_memory_access(t, sizeof *t);
  if (!size) return 0;
  size_t length = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(length < size);
  unknown_prefix(to, size - 1, length);
  to[length] = 0;
  return length;
}

unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
  klee_check_memory_access(time, sizeof *time);
  (void)rest;
  return 0;
}

unsigned alarm(unsigned seconds) {
  (void)seconds;
  return 0;
}
