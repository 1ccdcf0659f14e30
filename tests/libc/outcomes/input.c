#include <stdio.h>
#include <stdlib.h>
#include "outcomes.h"

static void characters(void) {
  int c = getchar();
  IF(c == EOF && feof(stdin) && !ferror(stdin));   // can
  IF(c == EOF && ferror(stdin) && !feof(stdin));   // can
  IF(c == EOF && !ferror(stdin) && !feof(stdin));  // never
  IF(c == 0);                                      // can
  IF(c == 255);                                    // can
  IF(c > 255 || c < -1);                           // never
}

static void pushed_back(void) {
  int c = getchar();
  if (c == EOF) return;
  IF(ungetc('x', stdin) != 'x');  // never
  IF(getchar() != 'x');           // never
  IF(getchar() == 'y');           // can
}

static void after_the_end(void) {
  while (getchar() != EOF) return;
  if (feof(stdin)) IF(getchar() != EOF);  // never
}

static void blocks(void) {
  char b[4] = {1, 1, 1, 1};
  size_t n = fread(b, 1, 4, stdin);
  IF(n == 0 && feof(stdin));            // can
  IF(n == 0 && ferror(stdin));          // can
  IF(n == 4 && b[1] == 'z');            // can
  IF(n == 2 && b[1] == 'z');            // can
  IF(n == 2 && b[2] != 1);              // never
  IF(n > 4);                            // never
  IF(n < 4 && !feof(stdin) && !ferror(stdin));  // never
}

static void large_blocks(void) {
  char b[4];
  size_t n = fread(b, 4, 1, stdin);
  IF(n == 0);                 // can
  IF(n == 1 && b[3] == 'q');  // can
  IF(n > 1);                  // never
}

static void lines(void) {
  char b[4];
  char *r = fgets(b, 4, stdin);
  IF(!r);                                // can
  IF(r && b[0] == '\n' && !b[1]);        // can
  IF(r && b[0] == 'a' && b[1] == 'b' && b[2] == 'c' && !b[3]);  // can
  IF(r && b[0] == 'a' && !b[1]);         // can
  IF(r && r != b);                       // never
  IF(r && b[0] == '\n' && b[1]);         // never
}

int main(void) {
  CASES {
    case 0: characters(); break;
    case 1: pushed_back(); break;
    case 2: after_the_end(); break;
    case 3: blocks(); break;
    case 4: large_blocks(); break;
    case 5: lines(); break;
  }
}
