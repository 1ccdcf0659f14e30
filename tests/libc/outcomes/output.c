#include <stdio.h>
#include <string.h>
#include "outcomes.h"

static void printing(void) {
  int n = printf("abc");
  IF(n < 0);             // can
  IF(n == 3);            // can
  IF(n > 3 || n == 2);   // never
}

static void numbers(void) {
  int n = printf("%d", __VERIFIER_nondet_int());
  IF(n < 0);   // can
  IF(n == 7);  // open
}

static void others(void) {
  IF(puts("x") == EOF);                    // can
  IF(puts("x") < -1);                      // never
  IF(putchar('x') == EOF);                 // can
  IF(fputc('x', stdout) == 'x');           // can
  IF(fwrite("abc", 1, 3, stdout) == 2);    // can
  IF(fwrite("abc", 1, 3, stdout) > 3);     // never
  IF(fflush(stdout) == EOF);               // can
}

static void counted(void) {
  int n = 0;
  printf("ab%n", &n);
  IF(n != 2);  // never
}

static void floats(void) {
  char b[40];
  snprintf(b, 40, "%f", 0.5);
  IF(strcmp(b, "0.500000"));  // never
  IF(!strcmp(b, "0.500000"));  // can
}

static void unknown_floats(void) {
  char b[40];
  int n = snprintf(b, 40, "%.0f", (double)__VERIFIER_nondet_int());
  IF(n == 2);  // open
}

static void integers(void) {
  char b[40];
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 20) return;
  int n = snprintf(b, 40, "%d", x);
  IF(n == 2 && b[1] == '5');  // can
  IF(n > 2);                  // never
}

int main(void) {
  CASES {
    case 0: printing(); break;
    case 1: numbers(); break;
    case 2: others(); break;
    case 3: counted(); break;
    case 4: floats(); break;
    case 5: unknown_floats(); break;
    case 6: integers(); break;
  }
}
