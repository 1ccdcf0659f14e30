#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "outcomes.h"

static void scanned(void) {
  int a = 1, b = 2;
  int n = scanf("%d %d", &a, &b);
  IF(n == EOF && feof(stdin));              // can
  IF(n == EOF && ferror(stdin));            // can
  IF(n == EOF && !feof(stdin) && !ferror(stdin));  // never
  IF(n == 0);                               // can
  IF(n == 1 && a == -7 && b == 2);          // can
  IF(n == 2 && a == 5 && b == 6);           // can
  IF(n == 1 && b != 2);                     // never
  IF(n > 2);                                // never
}

static void scanned_texts(void) {
  char w[3], s[3], c;
  int n = scanf("%2s%2[0-3]%c", w, s, &c);
  IF(n == 3 && c == 0);                            // can
  IF(n == 2 && !strcmp(w, "ab") && !strcmp(s, "31"));  // can
  IF(n == 1 && !strcmp(w, "a"));                   // can
  IF(n >= 1 && w[0] == ' ');                       // never
  IF(n >= 2 && s[0] == '4');                       // never
}

static void scanned_widths(void) {
  int d;
  unsigned x;
  int n = scanf("%2d%1x", &d, &x);
  IF(n == 2 && d == 99 && x == 15);   // can
  IF(n == 2 && d == -9);              // can
  IF(n >= 1 && (d > 99 || d < -9));   // never
  IF(n == 2 && x > 15);               // never
}

static void parsed(void) {
  char s[3];
  char *end;
  s[0] = (char)__VERIFIER_nondet_int(), s[1] = (char)__VERIFIER_nondet_int(), s[2] = 0;
  long v = strtol(s, &end, 10);
  IF(v == 42 && !*end);         // can
  IF(v == -3);                  // can
  IF(v == 0 && end == s);       // can
  IF(v == 7 && *end == 'x');    // can
  IF(v > 99);                   // never
}

static void overflowing(void) {
  errno = 0;
  IF(strtol("99999999999999999999", 0, 10) == __LONG_MAX__ && errno == ERANGE);  // can
  errno = 0;
  IF(strtol("1", 0, 99) != 0 || errno != EINVAL);                                // never
}

static void classes(void) {
  int c = __VERIFIER_nondet_int() & 127;
  IF(isalpha(c) && !isalnum(c));   // never
  IF(isalpha(c) && isdigit(c));    // never
  IF(isalpha(c) == 1);             // never
  IF(isdigit(c) && c == '7');      // can
  IF(toupper(c) == 'A' && c == 'a');  // can
}

static void compared(void) {
  char a[2] = {(char)__VERIFIER_nondet_int(), 0};
  IF(strcmp(a, "m") < 0);   // can
  IF(strcmp(a, "m") > 0);   // can
  IF(strcmp(a, "m") == 0);  // can
  IF(strlen(a) == 0 && *a);  // never
}

static void mathematics(void) {
  IF(sin(0.5) == 7);       // never
  IF(sin(0.5) == 0.479425538604203);  // open
  IF(pow(2, 3) != 8);      // never
  IF(sqrt(4) != 2);        // never
  IF(fmod(7, 4) != 3);     // never
}

static void unused_mathematics(void) {
  double d = sin(0.5);
  IF(__VERIFIER_nondet_int() == 3);  // can
  IF(d == 0.479425538604203);        // open
}

static void allocated(void) {
  IF(!malloc(3));                                  // never
  void *p;
  IF(posix_memalign(&p, 3, 5) != EINVAL);          // never
  IF(posix_memalign(&p, 16, 5));                   // never
  char *q = calloc(2, 2);
  IF(q[3]);                                        // never
  q = malloc(2);
  IF(q[1] == 'x');                                 // can
}

int main(void) {
  CASES {
    case 0: scanned(); break;
    case 1: scanned_texts(); break;
    case 2: scanned_widths(); break;
    case 3: parsed(); break;
    case 4: overflowing(); break;
    case 5: classes(); break;
    case 6: compared(); break;
    case 7: mathematics(); break;
    case 8: unused_mathematics(); break;
    case 9: allocated(); break;
  }
}
