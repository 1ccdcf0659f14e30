#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "outcomes.h"

static void opening(void) {
  errno = 0;
  FILE *f = fopen("a", "r");
  IF(!f && errno == ENOENT);  // can
  IF(!f && !errno);           // never
  if (!f) return;
  IF(fgetc(f) == 'x');        // can
  IF(fileno(f) != fileno(f));  // never
  IF(fileno(f) == 1);         // never
  IF(fclose(f) == EOF);       // can
}

static void two_files(void) {
  FILE *f = fopen("a", "r"), *g = fopen("b", "r");
  if (!f || !g) return;
  IF(f == g);                   // never
  IF(fgetc(f) == 1 && fgetc(g) == 2);  // can
  IF(fileno(f) == fileno(g));   // never
}

static void the_same_file(void) {
  FILE *f = fopen("a", "r"), *g = fopen("a", "r");
  if (!f || !g) return;
  IF(fgetc(f) == 1 && fgetc(g) == 2);  // open
}

static void from_the_start(void) {
  FILE *f = fopen("a", "r");
  if (!f || fgetc(f) != 'x') return;
  rewind(f);
  IF(fgetc(f) != 'x');  // open
}

static void written(void) {
  FILE *f = fopen("a", "w"), *g = fopen("b", "r");
  char b[2];
  if (!f || !g) return;
  fputs("x", f);
  IF(fread(b, 1, 2, g) == 2 && b[1] == 'z');  // open
}

static void standard_input(void) {
  FILE *f = fopen("a", "w");
  if (!f) return;
  fputs("x", f);
  IF(getchar() == 'y');  // can
}

static void seeking(void) {
  FILE *f = fopen("a", "r");
  if (!f) return;
  fpos_t p;
  IF(fseek(f, 3, SEEK_SET) == -1);  // can
  IF(fgetpos(f, &p));               // can
  IF(ftell(f) == 7);                // open
  IF(ftell(f) < -1);                // never
}

static void directories(void) {
  IF(remove("a") == -1);       // can
  IF(rename("a", "b") == 0);   // can
  IF(rename("a", "b") == 1);   // never
  char name[] = "aXXXXXX";
  int d = mkstemp(name);
  IF(d == -1);                 // can
  IF(d > 2 && name[6] == 'q');  // can
  IF(d >= 0 && name[0] != 'a');  // never
}

static void descriptors(void) {
  int a = open("a", O_RDONLY), b = open("b", O_RDONLY);
  IF(a == -1 && errno == EINTR);  // can
  IF(a == 5);                     // can
  IF(a == b && a >= 0);           // never
  IF(a < -1);                     // never
}

static void reading(void) {
  char b[4] = {1, 1, 1, 1};
  errno = 0;
  long n = read(0, b, 4);
  IF(n == -1 && errno == EINTR);  // can
  IF(n == -1 && !errno);          // never
  IF(n == 0);                     // can
  IF(n == 4 && b[1] == 'z');      // can
  IF(n == 2 && b[1] == 'z');      // can
  IF(n == 2 && b[2] != 1);        // never
  IF(n > 4 || n < -1);            // never
}

static void writing(void) {
  errno = 0;
  long n = write(1, "abc", 3);
  IF(n == -1 && errno == EINTR);  // can
  IF(n == 2);                     // can
  IF(n > 3);                      // never
}

static void read_back(void) {
  int a = open("a", O_RDWR);
  char c;
  if (a < 3 || write(a, "x", 1) != 1) return;
  IF(read(a, &c, 1) == 1 && c == 'y');  // open
}

static void places(void) {
  char b[3];
  char *p = getcwd(b, 3);
  IF(!p);                            // can
  IF(p && b[0] == '/' && !b[1]);     // can
  IF(p && b[0] == '/' && b[1] == 'x' && !b[2]);  // can
  IF(p && b[0] && b[1] && b[2]);     // never
  IF(getpid() != getpid());          // never
  IF(getuid() == 0);                 // can
  IF(isatty(0) && !isatty(0));       // never
}

int main(void) {
  CASES {
    case 0: opening(); break;
    case 1: two_files(); break;
    case 2: the_same_file(); break;
    case 3: from_the_start(); break;
    case 4: written(); break;
    case 5: standard_input(); break;
    case 6: seeking(); break;
    case 7: directories(); break;
    case 8: descriptors(); break;
    case 9: reading(); break;
    case 10: writing(); break;
    case 11: read_back(); break;
    case 12: places(); break;
  }
}
