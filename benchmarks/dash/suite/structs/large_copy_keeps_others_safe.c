// expect: safe
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct frame { int length; char bytes[200]; };

int main(void) {
  static struct frame one, two;
  static char raw[256];
  int guard = 5;
  one.length = 3;
  memcpy(raw, one.bytes, sizeof one.bytes);
  memcpy(two.bytes, raw, sizeof two.bytes);
  if (one.length != 3 || guard != 5 || two.length != 0) reach_error();
  return 0;
}
