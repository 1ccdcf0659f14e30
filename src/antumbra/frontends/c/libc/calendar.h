// Broken-down times.
#ifndef ANTUMBRA_CALENDAR_H
#define ANTUMBRA_CALENDAR_H

#include "antumbra.h"

#define EOVERFLOW 75

// as in glibc: nine numbers, then the offset and name of the time zone
struct tm {
  int second, minute, hour, day, month, year, weekday, yearday, saving;
  long offset;
  const char *zone;
};

struct tm *gmtime_r(const long *when, struct tm *t);
struct tm *localtime_r(const long *when, struct tm *t);
struct tm *localtime(const long *when);
long mktime(struct tm *t);
size_t strftime(char *to, size_t size, const char *format, const struct tm *t);

#endif
