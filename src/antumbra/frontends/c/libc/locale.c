// provides: setlocale localeconv
// The locale is C, whatever the environment says.
#include "antumbra.h"

char *setlocale(int category, const char *name) {
  static char c[] = "C";
  (void)category;
  if (name) __antumbra_read_string(name);
  return !name || !*name || (name[0] == 'C' && !name[1]) ? c : 0;
}

// as in glibc
struct conventions {
  char *decimal_point, *thousands, *grouping, *international_currency, *currency, *money_point, *money_thousands;
  char *money_grouping, *positive, *negative, numbers[14];
};

struct conventions *localeconv(void) {
  static char point[] = ".", nothing[] = "";
  static struct conventions c = {point,   nothing, nothing, nothing, nothing, nothing,
                                 nothing, nothing, nothing, nothing, {0}};
  for (int i = 0; i < 14; i++) c.numbers[i] = CHAR_MAX;
  return &c;
}
