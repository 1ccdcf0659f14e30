// provides: strftime asctime asctime_r ctime ctime_r
// As glibc does it in the C locale. Flags and widths, which are its own, are not supported.
#include "calendar.h"

struct text {
  char *to;
  size_t size, length;
};

static void add(struct text *t, char c) {
  if (t->length < t->size) t->to[t->length] = c;
  t->length++;
}

static void add_text(struct text *t, const char *s, size_t most) {
  for (size_t i = 0; i < most && s[i]; i++) add(t, s[i]);
}

// At least so many digits; "pad" before them.
static void add_number(struct text *t, long long value, int digits, char pad) {
  if (digits == 2 && value >= 0 && value <= 99) {  // without a branch for each digit
    byte tens = (byte)(value / 10);
    add(t, (char)(pad == '0' ? '0' + tens : ' ' + (('0' - ' ' + tens) & -(tens != 0))));
    add(t, (char)('0' + value % 10));
    return;
  }
  char text[24];
  int count = 0, negative = value < 0;
  unsigned long long rest = negative ? -(unsigned long long)value : (unsigned long long)value;
  for (; rest || !count; rest /= 10) text[count++] = (char)('0' + rest % 10);
  if (negative && pad == '0') add(t, '-');
  for (int i = count + negative; i < digits; i++) add(t, pad);
  if (negative && pad != '0') add(t, '-');
  while (count) add(t, text[--count]);
}

static const char weekdays[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                    "July",    "August",   "September", "October", "November", "December"};

static void add_name(struct text *t, const char (*names)[10], int count, int number, size_t most) {
  if (number < 0 || number >= count) add(t, '?');
  else add_text(t, names[number], most);
}

static int is_leap(long long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// Of weeks that begin on Monday, the first one of a year has its first Thursday.
static int iso_week(const struct tm *t, long long *year) {
  *year = t->year + 1900LL;
  int days = t->yearday - (t->yearday - t->weekday + 382) % 7 + 3;
  if (days < 0) {
    --*year;
    int yearday = t->yearday + 365 + is_leap(*year);
    days = yearday - (yearday - t->weekday + 382) % 7 + 3;
  } else {
    int yearday = t->yearday - 365 - is_leap(*year), next = yearday - (yearday - t->weekday + 382) % 7 + 3;
    if (next >= 0) {
      ++*year;
      days = next;
    }
  }
  return days / 7 + 1;
}

static void format_time(struct text *to, const char *format, const struct tm *t) {
  for (; *format; format++) {
    if (*format != '%') {
      add(to, *format);
      continue;
    }
    format++;
    if (*format == 'E' || *format == 'O') format++;
    long long year = t->year + 1900LL, other;
    int hour = t->hour > 12 ? t->hour - 12 : t->hour ? t->hour : 12;
    switch (*format) {
      case 'a': add_name(to, weekdays, 7, t->weekday, 3); break;
      case 'A': add_name(to, weekdays, 7, t->weekday, 10); break;
      case 'b': case 'h': add_name(to, months, 12, t->month, 3); break;
      case 'B': add_name(to, months, 12, t->month, 10); break;
      case 'c': format_time(to, "%a %b %e %H:%M:%S %Y", t); break;
      case 'C': case 'y': case 'g':
        if (*format == 'g') iso_week(t, &year);
        // before the year 1000 versions of glibc differ
        if (year < (*format == 'C' ? 1000 : 0)) __antumbra_unsupported("strftime of a year long ago");
        add_number(to, *format == 'C' ? year / 100 : year % 100, 2, '0');
        break;
      case 'd': add_number(to, t->day, 2, '0'); break;
      case 'D': case 'x': format_time(to, "%m/%d/%y", t); break;
      case 'e': add_number(to, t->day, 2, ' '); break;
      case 'F': format_time(to, "%Y-%m-%d", t); break;
      case 'G':
        iso_week(t, &other);
        add_number(to, other, 1, '0');
        break;
      case 'H': add_number(to, t->hour, 2, '0'); break;
      case 'I': add_number(to, hour, 2, '0'); break;
      case 'j': add_number(to, t->yearday + 1LL, 3, '0'); break;
      case 'k': add_number(to, t->hour, 2, ' '); break;
      case 'l': add_number(to, hour, 2, ' '); break;
      case 'm': add_number(to, t->month + 1LL, 2, '0'); break;
      case 'M': add_number(to, t->minute, 2, '0'); break;
      case 'n': add(to, '\n'); break;
      case 'p': add_text(to, t->hour > 11 ? "PM" : "AM", 2); break;
      case 'P': add_text(to, t->hour > 11 ? "pm" : "am", 2); break;
      case 'r': format_time(to, "%I:%M:%S %p", t); break;
      case 'R': format_time(to, "%H:%M", t); break;
      case 's': {
        struct tm copy = *t;
        add_number(to, mktime(&copy), 1, '0');
        break;
      }
      case 'S': add_number(to, t->second, 2, '0'); break;
      case 't': add(to, '\t'); break;
      case 'T': case 'X': format_time(to, "%H:%M:%S", t); break;
      case 'u': add_number(to, (t->weekday + 6) % 7 + 1, 1, '0'); break;
      case 'U': add_number(to, (t->yearday - t->weekday + 7) / 7, 2, '0'); break;
      case 'V': add_number(to, iso_week(t, &other), 2, '0'); break;
      case 'w': add_number(to, t->weekday, 1, '0'); break;
      case 'W': add_number(to, (t->yearday - (t->weekday + 6) % 7 + 7) / 7, 2, '0'); break;
      case 'Y': add_number(to, year, 1, '0'); break;
      case 'z': {
        if (t->saving < 0) break;
        long size = t->offset < 0 ? -t->offset : t->offset;
        add(to, t->offset < 0 ? '-' : '+');
        add_number(to, size / 3600, 2, '0');
        add_number(to, size / 60 % 60, 2, '0');
        break;
      }
      case 'Z':
        if (t->zone) add_text(to, t->zone, SIZE_MAX);
        break;
      case '%': add(to, '%'); break;
      default: __antumbra_unsupported("strftime with this conversion");
    }
  }
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) {
  struct text text = {to, size, 0};
  format_time(&text, format, t);
  if (text.length >= size) return 0;
  to[text.length] = 0;
  return text.length;
}

char *asctime_r(const struct tm *t, char *to) {
  if (t->weekday < 0 || t->weekday > 6 || t->month < 0 || t->month > 11 || t->day < 0 || t->day > 99 || t->hour < 0 ||
      t->hour > 99 || t->minute < 0 || t->minute > 99 || t->second < 0 || t->second > 99 || t->year < -1900 ||
      t->year > 8099)
    __antumbra_unsupported("asctime of a time that is none");
  strftime(to, 26, "%c\n", t);
  return to;
}

char *asctime(const struct tm *t) {
  static char text[26];
  return asctime_r(t, text);
}

char *ctime(const long *when) {
  struct tm *t = localtime(when);
  return t ? asctime(t) : 0;
}

char *ctime_r(const long *when, char *to) {
  struct tm t;
  return localtime_r(when, &t) ? asctime_r(&t, to) : 0;
}
