// provides: gmtime gmtime_r localtime localtime_r mktime timegm tzset tzname timezone daylight
// The calendar. The time zone is UTC.
#include "calendar.h"

static char zone[] = "UTC";
char *tzname[2] = {zone, zone};
long timezone;
int daylight;

// Days from the first of March of the year 0: years begin in March, so that the leap day is their last.
static long long days_before(long long year, int month, int day) {
  year -= month < 2;
  long long era = (year >= 0 ? year : year - 399) / 400, in_era = year - era * 400;
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
    errno = EOVERFLOW;
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

// In UTC, the fields brought into their ranges.
long timegm(struct tm *t) {
  long long month = t->month, year = t->year + 1900LL + (month < 0 ? (month - 11) / 12 : month / 12);
  month = (month % 12 + 12) % 12;
  long long days = days_before(year, (int)month, 1) + t->day - 1 - EPOCH;
  long long seconds = ((days * 24 + t->hour) * 60 + t->minute) * 60 + t->second;
  long result = (long)seconds;
  if (result != seconds) {
    errno = EOVERFLOW;
    return -1;
  }
  return gmtime_r(&result, t) ? result : -1;
}

struct tm *localtime_r(const long *when, struct tm *t) {
  t = gmtime_r(when, t);
  if (t) t->zone = zone;
  return t;
}

long mktime(struct tm *t) {
  if (t->saving > 0) __antumbra_unsupported("mktime with daylight saving time");
  long result = timegm(t);
  t->zone = zone;
  return result;
}

static struct tm result;

struct tm *gmtime(const long *when) {
  return gmtime_r(when, &result);
}

struct tm *localtime(const long *when) {
  return localtime_r(when, &result);
}

void tzset(void) {
}
