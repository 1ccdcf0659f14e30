// provides: snprintf vsnprintf sprintf vsprintf asprintf vasprintf
// provides: __sprintf_chk __snprintf_chk __vsprintf_chk __vsnprintf_chk __asprintf_chk __vasprintf_chk
// As glibc does it. Left open is what is written for a floating-point number that is not known and not the lowest one,
// which has the longest text, and for %m: some characters, at least the width, and no more than there can be.
#include "stdio.h"
#include "float_format.h"

OPEN_RESULT(int, snprintf);
OPEN_RESULT(byte, snprintf_text);

#define MOST_STRINGS 16

struct target {
  char *text;
  size_t size, length;  // room, and what the text would be long
  struct {
    const char *start;
    size_t size;
  } read[MOST_STRINGS];  // what must not overlap the text
  int count;
};

struct conversion {
  int left, plus, space, alternative, zero, width, precision;  // precision -1: none
};

static void put(struct target *to, char c) {
  if (to->length < to->size) to->text[to->length] = c;
  to->length++;
}

static void pad(struct target *to, char c, int count) {
  for (; count > 0; count--) put(to, c);
}

static void put_text(struct target *to, const struct conversion *how, const char *s, int length) {
  if (!how->left) pad(to, ' ', how->width - length);
  for (int i = 0; i < length; i++) put(to, s[i]);
  if (how->left) pad(to, ' ', how->width - length);
}

static void put_number(struct target *to, const struct conversion *how, unsigned long long value, unsigned base,
                       const char *prefix, int capital) {
  char digits[24];
  int count = 0, prefix_length = prefix[0] ? prefix[1] ? 2 : 1 : 0;
  for (; value; value /= base) {
    unsigned d = (unsigned)(value % base);
    digits[count++] = (char)(d < 10 ? '0' + d : (capital ? 'A' : 'a') + d - 10);
  }
  int zeros = (how->precision < 0 ? 1 : how->precision) - count;
  if (zeros < 0) zeros = 0;
  if (base == 8 && how->alternative && !zeros) zeros = 1;
  int blanks = how->width - prefix_length - zeros - count;
  if (how->zero && !how->left && how->precision < 0 && blanks > 0) {
    zeros += blanks;
    blanks = 0;
  }
  if (!how->left) pad(to, ' ', blanks);
  for (int i = 0; i < prefix_length; i++) put(to, prefix[i]);
  pad(to, '0', zeros);
  while (count) put(to, digits[--count]);
  if (how->left) pad(to, ' ', blanks);
}

// As many characters as are not known, without a branch for each; at most "longest", or the width.
static void put_unknown(struct target *to, const struct conversion *how, int longest) {
  int most = how->width > longest ? how->width : longest;
  int count = __antumbra_brought(__antumbra_any_snprintf(), how->width > 1 ? how->width : 1, most);
  if (klee_is_symbolic(to->length)) {
    for (int i = 0; i < count; i++) {
      byte c = __antumbra_any_snprintf_text();
      put(to, (char)(c | !c));
    }
    return;
  }
  if (to->length < to->size) {
    char *at = to->text + to->length;
    size_t room = to->size - to->length, fits = -(size_t)((size_t)count < room);
    klee_check_memory_access(at, ((size_t)count & fits) | (room & ~fits));
    size_t rest = __antumbra_object_size(at) - (size_t)(at - (char *)__antumbra_object_base(at));
    for (size_t i = 0; i < (size_t)most && i < room && i < rest; i++) {
      byte c = __antumbra_any_snprintf_text(), mask = (byte) - (int)(i < (size_t)count);
      at[i] = (char)(((c | !c) & mask) | ((byte)at[i] & ~mask));
    }
  }
  to->length += (size_t)count;
}

// Digits from "from" on, "count" of them, zeros where there are none.
static void put_digits(struct target *to, const struct decimal *d, int from, int count) {
  for (int i = from; i < from + count; i++) put(to, (char)('0' + (i >= 0 && i < d->count ? d->digit[i] : 0)));
}

static void begin_number(struct target *to, const struct conversion *how, char sign, int length) {
  int blanks = how->width - length - (sign != 0);
  if (!how->left && !how->zero) pad(to, ' ', blanks);
  if (sign) put(to, sign);
  if (!how->left && how->zero) pad(to, '0', blanks);
}

static void put_fixed(struct target *to, const struct conversion *how, char sign, struct decimal *d, int places) {
  round_to(d, d->point + places);
  if (!d->count) d->point = 0;
  int before = d->point > 0 ? d->point : 1, start = d->point > 0 ? 0 : d->point - 1;
  int dot = places > 0 || how->alternative;
  begin_number(to, how, sign, before + dot + places);
  put_digits(to, d, start, before);
  if (dot) put(to, '.');
  put_digits(to, d, start + before, places);
  if (how->left) pad(to, ' ', how->width - (sign != 0) - before - dot - places);
}

static void put_scientific(struct target *to, const struct conversion *how, char sign, struct decimal *d, int places,
                           char letter) {
  round_to(d, places + 1);
  int power = d->count ? d->point - 1 : 0, size = power < 0 ? -power : power;
  int dot = places > 0 || how->alternative, length = 1 + dot + places + 2 + (size > 999 ? 4 : size > 99 ? 3 : 2);
  begin_number(to, how, sign, length);
  put_digits(to, d, 0, 1);
  if (dot) put(to, '.');
  put_digits(to, d, 1, places);
  put(to, letter);
  put(to, power < 0 ? '-' : '+');
  for (int unit = size > 999 ? 1000 : size > 99 ? 100 : 10; unit; unit /= 10) put(to, (char)('0' + size / unit % 10));
  if (how->left) pad(to, ' ', how->width - (sign != 0) - length);
}

static void put_general(struct target *to, const struct conversion *how, char sign, struct decimal *d, char letter) {
  int wanted = how->precision < 0 ? 6 : how->precision ? how->precision : 1;
  round_to(d, wanted);
  int power = d->count ? d->point - 1 : 0, shown = wanted;
  if (!how->alternative) {
    while (d->count && !d->digit[d->count - 1]) d->count--;
    shown = d->count ? d->count : 1;
  }
  if (power < -4 || power >= wanted) {
    put_scientific(to, how, sign, d, shown - 1, letter);
  } else {
    int places = shown - 1 - power;
    put_fixed(to, how, sign, d, places > 0 ? places : 0);
  }
}

// "lead" before the point, then "count" digits.
static void put_hexadecimal(struct target *to, const struct conversion *how, char sign, uint64_t lead, uint64_t digits,
                            int count, int power, int capital) {
  int places = how->precision;
  if (places < 0)
    for (places = count; places && !(digits >> 4 * (count - places) & 15); places--) continue;
  if (places < count) {
    int lost = 4 * (count - places);
    uint64_t rest = digits & ((1ull << lost) - 1), half = 1ull << (lost - 1);
    digits = places ? (lead << 4 * places) | digits >> lost : lead;
    digits += rest > half || (rest == half && digits & 1);
    lead = digits >> 4 * places;
    count = places;
    if (lead > 15) {
      lead = 1;
      power += 4;
    }
  }
  int size = power < 0 ? -power : power, dot = places > 0 || how->alternative, unit = 1, letters = 1;
  for (; size / unit >= 10; unit *= 10) letters++;
  int blanks = how->width - (sign != 0) - 3 - dot - places - 2 - letters;
  if (!how->left && !how->zero) pad(to, ' ', blanks);
  if (sign) put(to, sign);
  put(to, '0');
  put(to, capital ? 'X' : 'x');
  if (!how->left && how->zero) pad(to, '0', blanks);
  const char *letter = capital ? "0123456789ABCDEF" : "0123456789abcdef";
  put(to, letter[lead & 15]);
  if (dot) put(to, '.');
  for (int i = 1; i <= places; i++) put(to, i <= count ? letter[digits >> 4 * (count - i) & 15] : '0');
  put(to, capital ? 'P' : 'p');
  put(to, power < 0 ? '-' : '+');
  for (; unit; unit /= 10) put(to, (char)('0' + size / unit % 10));
  if (how->left) pad(to, ' ', blanks);
}

static void put_binary(struct target *to, const struct conversion *how, char sign, uint64_t mantissa, int power, int wide,
                       int capital) {
  if (!mantissa) {
    put_hexadecimal(to, how, sign, 0, 0, 13, 0, capital);
  } else if (wide) {
    if (!(mantissa >> 63)) __antumbra_unsupported("%La of a subnormal number");
    put_hexadecimal(to, how, sign, mantissa >> 60, mantissa & 0xfffffffffffffff, 15, power + 60, capital);
  } else {
    int lost = 11, exponent = power + 63;
    for (; exponent < -1022; exponent++) lost++;
    mantissa >>= lost;
    put_hexadecimal(to, how, sign, mantissa >> 52, mantissa & 0xfffffffffffff, 13, exponent, capital);
  }
}

// The length of the longest text of a number, its sign included.
static int longest_number(const struct conversion *how, int wide, char small) {
  int places = how->precision, exponent = wide ? 6 : 5;  // e-308, e-4932
  if (places < 0) places = small == 'a' ? wide ? 15 : 13 : 6;
  if (small == 'g' && !places) places = 1;
  int dot = how->alternative || places > (small == 'g');
  switch (small) {
    case 'f': return 1 + (wide ? 4933 : 309) + dot + places;
    case 'e': return 1 + 1 + dot + places + exponent;
    case 'g': return 1 + places + dot + exponent;  // with "0.000" before the digits: no longer
    default: return 1 + 3 + dot + places + exponent + 1;  // p-1022, p-16445
  }
}

static void put_float(struct target *to, struct conversion *how, long double value, int wide, char kind) {
  const uint64_t lowest = wide ? ~0ull : 0xfffffffffffff800;
  const uint16_t lowest_power = wide ? 0xfffe : 0x8000 | (16383 + 1023);
  uint64_t mantissa = 0;
  uint16_t high = 0;
  struct decimal d;
  __builtin_memcpy(&mantissa, &value, 8);
  __builtin_memcpy(&high, (const char *)&value + 8, 2);
  if (klee_is_symbolic((uintptr_t)mantissa) || klee_is_symbolic((uintptr_t)(mantissa >> 32)) || klee_is_symbolic(high)) {
    if (!((mantissa == lowest) & (high == lowest_power))) {
      put_unknown(to, how, longest_number(how, wide, (char)(kind | 32)));
      return;
    }
    mantissa = lowest;
    high = lowest_power;
  }
  char sign = high >> 15 ? '-' : how->plus ? '+' : how->space ? ' ' : 0, small = (char)(kind | 32);
  int power = high & 0x7fff, capital = kind != small;
  if (power == 0x7fff) {
    const char *name = mantissa << 1 ? capital ? "NAN" : "nan" : capital ? "INF" : "inf";
    how->zero = 0;
    begin_number(to, how, sign, 3);
    for (int i = 0; i < 3; i++) put(to, name[i]);
    if (how->left) pad(to, ' ', how->width - 3 - (sign != 0));
    return;
  }
  power -= 16383 + 63 - !power;
  if (small == 'a') {
    put_binary(to, how, sign, mantissa, power, wide, capital);
    return;
  }
  exact_digits(&d, mantissa, power);
  int places = how->precision < 0 ? 6 : how->precision;
  if (small == 'f') put_fixed(to, how, sign, &d, places);
  else if (small == 'e') put_scientific(to, how, sign, &d, places, capital ? 'E' : 'e');
  else put_general(to, how, sign, &d, capital ? 'E' : 'e');
}

// Wide characters as bytes: those that are the same in every locale.
static char narrow(wchar_t c) {
  if (c < 0 || c > 127) __antumbra_unsupported("printf of a wide character that is not ASCII");
  return (char)c;
}

static void put_wide(struct target *to, const struct conversion *how, const wchar_t *s) {
  int length = 0;
  while ((how->precision < 0 || length < how->precision) && s[length]) length++;
  if (!how->left) pad(to, ' ', how->width - length);
  for (int i = 0; i < length; i++) put(to, narrow(s[i]));
  if (how->left) pad(to, ' ', how->width - length);
}

static void has_read(struct target *to, const char *start, size_t size) {
  if (to->count == MOST_STRINGS) __antumbra_unsupported("snprintf with many strings");
  to->read[to->count].start = start;
  to->read[to->count++].size = size;
}

static int decimal(const char **format) {
  int value = 0;
  for (; **format >= '0' && **format <= '9'; ++*format)
    if (value < 100000000) value = value * 10 + (**format - '0');
  return value;
}

int vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
  struct target to;
  to.text = text;
  to.size = size ? size - 1 : 0;
  to.length = 0;
  to.count = 0;
  const char *start = format;
  for (; *format; format++) {
    if (*format != '%') {
      put(&to, *format);
      continue;
    }
    struct conversion how = {.precision = -1};
    int longs = 0, shorts = 0, wide = 0;
    for (format++;; format++) {
      if (*format == '-') how.left = 1;
      else if (*format == '+') how.plus = 1;
      else if (*format == ' ') how.space = 1;
      else if (*format == '#') how.alternative = 1;
      else if (*format == '0') how.zero = 1;
      else if (*format != '\'') break;
    }
    if (*format == '*') {
      format++;
      how.width = va_arg(arguments, int);
      if (how.width < 0) how.left = 1, how.width = -how.width;
    } else {
      how.width = decimal(&format);
    }
    if (*format == '$') __antumbra_unsupported("printf with numbered arguments");
    if (*format == '.') {
      format++;
      if (*format == '*') {
        format++;
        how.precision = va_arg(arguments, int);
      } else {
        how.precision = decimal(&format);
      }
    }
    for (;; format++) {
      if (*format == 'l' || *format == 'q') longs++;
      else if (*format == 'h') shorts++;
      else if (*format == 'j') longs = 2;
      else if (*format == 'z' || *format == 't') longs = sizeof(size_t) == sizeof(long) ? 1 : 0;
      else if (*format == 'L') wide = 1, longs = 2;
      else break;
    }
    char kind = *format;
    if (kind == 'C' || kind == 'S') kind |= 32, longs = 1;
    switch (kind) {
      case 'd': case 'i': {
        long long value = longs > 1 ? va_arg(arguments, long long) : longs ? va_arg(arguments, long) : va_arg(arguments, int);
        if (shorts == 1) value = (short)value;
        if (shorts > 1) value = (signed char)value;
        put_number(&to, &how, value < 0 ? -(unsigned long long)value : (unsigned long long)value, 10,
                   value < 0 ? "-" : how.plus ? "+" : how.space ? " " : "", 0);
        break;
      }
      case 'u': case 'x': case 'X': case 'o': {
        unsigned long long value = longs > 1 ? va_arg(arguments, unsigned long long)
                                   : longs   ? va_arg(arguments, unsigned long)
                                             : va_arg(arguments, unsigned);
        if (shorts == 1) value = (unsigned short)value;
        if (shorts > 1) value = (byte)value;
        const char *prefix = how.alternative && value ? *format == 'x' ? "0x" : *format == 'X' ? "0X" : "" : "";
        put_number(&to, &how, value, *format == 'u' ? 10 : *format == 'o' ? 8 : 16, prefix, *format == 'X');
        break;
      }
      case 'c': {
        int given = va_arg(arguments, int);
        char c = longs ? narrow(given) : (char)given;
        put_text(&to, &how, &c, 1);
        break;
      }
      case 's': {
        if (longs) {
          const wchar_t *wide_text = va_arg(arguments, const wchar_t *);
          put_wide(&to, &how, wide_text ? wide_text : how.precision < 0 || how.precision >= 6 ? L"(null)" : L"");
          break;
        }
        const char *s = va_arg(arguments, const char *);
        int length = 0;
        if (!s) s = how.precision < 0 || how.precision >= 6 ? "(null)" : "";
        while ((how.precision < 0 || length < how.precision) && s[length]) length++;
        if (size) has_read(&to, s, (size_t)length + (how.precision < 0 || length < how.precision));
        put_text(&to, &how, s, length);
        break;
      }
      case 'p': {
        uintptr_t value = (uintptr_t)va_arg(arguments, void *);
        if (!value) put_text(&to, &how, "(nil)", 5);
        else put_number(&to, &how, value, 16, "0x", 0);
        break;
      }
      case 'n':
        if (longs > 1) *va_arg(arguments, long long *) = (long long)to.length;
        else if (longs) *va_arg(arguments, long *) = (long)to.length;
        else if (shorts == 1) *va_arg(arguments, short *) = (short)to.length;
        else if (shorts) *va_arg(arguments, signed char *) = (signed char)to.length;
        else *va_arg(arguments, int *) = (int)to.length;
        break;
      case '%':
        put(&to, '%');
        break;
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        put_float(&to, &how, wide ? va_arg(arguments, long double) : (long double)va_arg(arguments, double), wide,
                  *format);
        break;
      case 0:
        format--;
        break;
      case 'm':
        put_unknown(&to, &how, how.precision < 0 || how.precision > 400 ? 400 : how.precision);
        break;
      default:
        __antumbra_unsupported("printf with this conversion");
    }
  }
  if (size) {
    size_t written = to.length < to.size ? to.length : to.size;
    text[written] = 0;
    has_read(&to, start, (size_t)(format - start) + 1);
    for (int i = 0; i < to.count; i++) __antumbra_apart(text, written + 1, to.read[i].start, to.read[i].size);
  }
  return (int)to.length;
}

int snprintf(char *text, size_t size, const char *format, ...) {
  WITH_ARGUMENTS(format, vsnprintf(text, size, format, arguments));
}

int vsprintf(char *text, const char *format, va_list arguments) {
  return vsnprintf(text, INT_MAX, format, arguments);
}

int sprintf(char *text, const char *format, ...) {
  WITH_ARGUMENTS(format, vsnprintf(text, INT_MAX, format, arguments));
}

int vasprintf(char **text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(0, 0, format, again);
  va_end(again);
  *text = malloc((size_t)length + 1);
  return *text ? vsnprintf(*text, (size_t)length + 1, format, arguments) : -1;
}

int asprintf(char **text, const char *format, ...) {
  WITH_ARGUMENTS(format, vasprintf(text, format, arguments));
}

int __sprintf_chk(char *text, int flag, size_t room, const char *format, ...) {
  (void)flag, (void)room;
  WITH_ARGUMENTS(format, vsnprintf(text, INT_MAX, format, arguments));
}

int __snprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, ...) {
  (void)flag, (void)room;
  WITH_ARGUMENTS(format, vsnprintf(text, size, format, arguments));
}

int __vsprintf_chk(char *text, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag, (void)room;
  return vsprintf(text, format, arguments);
}

int __vsnprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag, (void)room;
  return vsnprintf(text, size, format, arguments);
}

int __asprintf_chk(char **text, int flag, const char *format, ...) {
  (void)flag;
  WITH_ARGUMENTS(format, vasprintf(text, format, arguments));
}

int __vasprintf_chk(char **text, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vasprintf(text, format, arguments);
}
