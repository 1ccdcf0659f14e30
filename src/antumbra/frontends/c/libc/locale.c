// provides: setlocale
// The locale is C, whatever the environment says.
#include "antumbra.h"

char *setlocale(int category, const char *name) {
  static char c[] = "C";
  (void)category;
  if (name) __antumbra_read_string(name);
  return !name || !*name || (name[0] == 'C' && !name[1]) ? c : 0;
}
