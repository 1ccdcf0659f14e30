// provides: time clock gettimeofday clock_gettime clock_getres difftime mktime timegm gmtime localtime gmtime_r localtime_r
// provides: sleep usleep nanosleep strftime
// The time of day is unknown, and may be set back; other clocks never go back. The time zone is left open, and so is what
// strftime writes. Sleeping takes no time.
#include "antumbra.h"

OPEN_RESULT(int, localtime);
OPEN_RESULT(int, mktime);
OPEN_RESULT(long, mktime_result);
OPEN_RESULT(size_t, strftime_length);
OPEN_RESULT(byte, strftime);

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

static void open_time(struct tm *t, int (*open)(void)) {
  t->second = __antumbra_brought(open(), 0, 60);
  t->minute = __antumbra_brought(open(), 0, 59);
  t->hour = __antumbra_brought(open(), 0, 23);
  t->day = __antumbra_brought(open(), 1, 31);
  t->month = __antumbra_brought(open(), 0, 11);
  t->year = open();
  t->weekday = __antumbra_brought(open(), 0, 6);
  t->yearday = __antumbra_brought(open(), 0, 365);
  t->saving = __antumbra_brought(open(), 0, 1);
  t->offset = __antumbra_brought(open(), -50400, 50400);
  t->zone = "";
}

static int any_local(void) {
  return __antumbra_any_localtime();
}

static int any_made(void) {
  return __antumbra_any_mktime();
}

long mktime(struct tm *t) {
  klee_check_memory_access(t, sizeof *t);
  long result = __antumbra_any_mktime_result();
  if (result == -1) return -1;
  open_time(t, any_made);
  return result;
}

// Days from the first of March of the year 0: years begin in March, so that the leap day is their last.
static long days_before(long year, int month, int day) {
  year -= month < 2;
  long era = (year >= 0 ? year : year - 399) / 400, in_era = year - era * 400;
  long in_year = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
  return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year;
}

enum { EPOCH = 719468 };

struct tm *gmtime_r(const long *when, struct tm *t) {
  long time = *when, days = time / 86400, rest = time % 86400;
  if (rest < 0) rest += 86400, days--;
  days += EPOCH;
  long era = (days >= 0 ? days : days - 146096) / 146097, in_era = days - era * 146097;
  long years = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  long in_year = in_era - (365 * years + years / 4 - years / 100), part = (5 * in_year + 2) / 153;
  int month = (int)(part + 2) % 12;
  long year = years + era * 400 + (month < 2) - 1900;
  if (year > INT_MAX || year < INT_MIN) {
    errno = 75;  // EOVERFLOW
    return 0;
  }
  t->second = (int)(rest % 60);
  t->minute = (int)(rest / 60 % 60);
  t->hour = (int)(rest / 3600);
  t->day = (int)(in_year - (153 * part + 2) / 5 + 1);
  t->month = month;
  t->year = (int)year;
  t->weekday = (int)(((days + 3) % 7 + 7) % 7);
  t->yearday = (int)(days - days_before(year + 1900, 0, 1));
  t->saving = 0;
  t->offset = 0;
  t->zone = "GMT";
  return t;
}

long timegm(struct tm *t) {
  long month = t->month, year = t->year + 1900L + (month < 0 ? (month - 11) / 12 : month / 12);
  month = (month % 12 + 12) % 12;
  long days = days_before(year, (int)month, 1) + t->day - 1 - EPOCH;
  long result = ((days * 24 + t->hour) * 60 + t->minute) * 60 + t->second;
  gmtime_r(&result, t);
  return result;
}

struct tm *localtime_r(const long *when, struct tm *t) {
  klee_check_memory_access(when, sizeof *when);
  if (__antumbra_any_localtime() == -1) return 0;
  open_time(t, any_local);
  return t;
}

static struct tm result;

struct tm *gmtime(const long *when) {
  return gmtime_r(when, &result);
}

struct tm *localtime(const long *when) {
  return localtime_r(when, &result);
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
  __antumbra_read_string(format);
  klee_check_memory_access(t, sizeof *t);
  if (!size) return 0;
  size_t length = __antumbra_any_strftime_length() % size;
  for (size_t i = 0; i < size; i++) {
    byte c = __antumbra_any_strftime();
    c |= !c;
    to[i] = (char)((c & -(i < length)) | (to[i] & -(i > length)));
  }
  return length;
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
