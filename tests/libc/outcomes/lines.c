// endless: a line may be of any length
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "outcomes.h"

static void long_lines(void) {
  char *line = 0;
  size_t size = 0;
  long n = getline(&line, &size, stdin);
  if (n > 2) return;
  IF(n == -1);                                    // can
  IF(n == 2 && line[0] == 'k' && line[1] == '\n');  // can
  IF(n == 2 && line[1] == 'k' && !line[2]);       // can
}

static void words(void) {
  char w[8];
  int n = scanf("%s", w);
  IF(n == 1 && !strcmp(w, "ab"));  // can
  IF(n == EOF);                    // can
}

int main(void) {
  CASES {
    case 0: long_lines(); break;
    case 1: words(); break;
  }
}
