#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include "outcomes.h"

unsigned arc4random(void), arc4random_uniform(unsigned);

static void streams(void) {
  FILE *f = tmpfile();
  IF(!f);                              // can
  IF(getc(f) == 'x');                  // open
}

static void more_streams(void) {
  FILE *f = fdopen(0, "r");
  IF(!f);                              // can
  IF(setvbuf(f, 0, _IOFBF, 0) != 0);   // never
  setbuf(f, 0), setlinebuf(f), flockfile(f), funlockfile(f);
  if (getc(f) == EOF) {
    clearerr(f);
    IF(feof(f) || ferror(f));          // never
    IF(getc(f) == 'x');                // can
  }
}

static void reopened(void) {
  FILE *f = freopen("a", "r", stdin);
  fpos_t p;
  IF(!f);                         // can
  IF(ftello(f) == 3);             // open
  IF(fseeko(f, 0, SEEK_SET));     // open
  if (!fgetpos(f, &p)) IF(fsetpos(f, &p) == 0);  // open
}

static void scanned(void) {
  int x = 1;
  IF(fscanf(stdin, "%d", &x) == 1 && x == 7);  // can
}

static int scan(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = __VERIFIER_nondet_int() ? vscanf(format, list) : vfscanf(stdin, format, list);
  va_end(list);
  return n;
}

static void scanned_lists(void) {
  int x = 1;
  IF(scan("%d", &x) == 0 && x == 1);  // can
}

static int print(char *to, const char *format, ...) {
  va_list list;
  char *made = 0;
  va_start(list, format);
  int n = 0;
  CASES {
    case 0: n = vprintf(format, list); break;
    case 1: n = vfprintf(stderr, format, list); break;
    case 2: n = vdprintf(1, format, list); break;
    case 3: n = vsprintf(to, format, list); break;
    case 4: n = vsnprintf(to, 9, format, list); break;
    case 5: n = vasprintf(&made, format, list); break;
  }
  va_end(list);
  free(made);
  return n;
}

static void printed(void) {
  char b[9], *made;
  IF(print(b, "abc") == -1);             // can
  IF(sprintf(b, "%d", 12) != 2);         // never
  IF(asprintf(&made, "%d", 12) != 2);    // never
  free(made);
  IF(fprintf(stdout, "abc") == -1);      // can
  IF(dprintf(1, "abc") == 3);            // can
  perror("x");
  syslog(1, "x");
  IF(putc('x', stdout) == EOF);          // can
}

static void environment(void) {
  IF(secure_getenv("A"));         // can
  IF(putenv("A=1"));              // can
  IF(unsetenv("A") == -1);        // can
  IF(clearenv());                 // can
  IF(!setlocale(LC_ALL, "C"));    // never
  IF(setlocale(LC_ALL, "xx"));    // never
}

static void numbers(void) {
  unsigned seed = 3;
  srandom(1);
  IF(random() == 5);                   // can
  IF(lrand48() == 5);                  // can
  IF(lrand48() < 0);                   // never
  IF(mrand48() == -5);                 // can
  IF(mrand48() == 6);                  // can
  IF(arc4random() == 4000000000u);     // can
  IF(arc4random_uniform(3) == 2);      // can
  IF(arc4random_uniform(3) == 3);      // never
  IF(rand_r(&seed) == 7);              // open
}

static void seeds(void) {
  srand48(1);
  IF(lrand48() == 5);                  // never
  srand(1), srand(1);
  IF(rand() == 5);                     // open
}

static void times(void) {
  struct timespec t;
  struct tm a = {0}, b;
  char text[26];
  time_t zero = 0;
  IF(clock_getres(0, &t) == -1);       // can
  IF(difftime(7, 5) != 2);             // never
  IF(gmtime_r(&zero, &b)->tm_year != 70);  // never
  IF(!localtime_r(&zero, &b));         // never
  IF(mktime(&a) == 5);                 // never
  IF(asctime_r(&b, text)[24] != 10);   // never
  IF(ctime_r(&zero, text)[3] != ' ');  // never
}

static void sets(void) {
  sigset_t s, old;
  sigemptyset(&s);
  IF(sigismember(&s, SIGINT));         // never
  sigaddset(&s, SIGINT);
  IF(sigismember(&s, SIGINT) != 1);    // never
  IF(sigprocmask(SIG_BLOCK, &s, &old));  // never
  IF(sigismember(&old, SIGINT));       // never
  sigfillset(&s), sigdelset(&s, SIGINT);
  IF(sigismember(&s, SIGINT));         // never
  IF(sigismember(&s, 999) != -1);      // never
  IF(alarm(3));                        // never
}

static void mutexes(void) {
  pthread_mutexattr_t a;
  pthread_mutex_t m;
  IF(pthread_mutexattr_init(&a));                                  // never
  IF(pthread_mutexattr_settype(&a, 77) != EINVAL);                 // never
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  pthread_mutexattr_destroy(&a);
  IF(pthread_mutex_lock(&m) || pthread_mutex_lock(&m));            // never
  IF(pthread_mutex_destroy(&m) != EBUSY);                          // never
  IF(pthread_mutex_unlock(&m) || pthread_mutex_unlock(&m));        // never
  IF(pthread_mutex_unlock(&m) != EPERM);                           // never
}

static void texts(void) {
  char b[8];
  IF(strsignal(2)[0] == 'I');          // open
  IF(strerror_r(2, b, 8)[0] == 'N');   // open
}

static void descriptors(void) {
  int ends[2];
  IF(creat("c", 0) == -1);             // can
  IF(dup(1) == 7);                     // can
  IF(dup2(1, 5) == 5);                 // can
  IF(dup2(1, 5) == 6);                 // never
  IF(close(5) == -1);                  // can
  IF(fsync(1) == -1);                  // can
  IF(pipe(ends) == -1);                // can
  IF(ends[0] == ends[1]);              // never
}

static void names(void) {
  IF(access("a", 0) == -1);            // can
  IF(mkdir("a", 0) == 0);              // can
  IF(chdir("a") == -1);                // can
  IF(rmdir("a") == -1);                // can
  IF(unlink("a") == 0);                // can
  IF(getgid() == 0 && getegid() == 1 && geteuid() == 2 && getppid() == 1);  // can
  IF(lseek(0, 0, SEEK_END) == 9);      // open
}

static unsigned long long payload(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  return bits & 0xffff;
}

static void payloads(void) {
  IF(payload(nan("")));                // never
  IF(payload(nan("7")) == 7);          // open
  IF(nan("7") == nan("7"));            // never
  IF(nanf("7") == nanf("7"));          // never
  IF(nanl("7") == nanl("7"));          // never
  IF(payload(strtod("nan", 0)));       // never
}

int main(void) {
  CASES {
    case 0: streams(); break;
    case 1: more_streams(); break;
    case 2: reopened(); break;
    case 3: scanned(); break;
    case 4: scanned_lists(); break;
    case 5: printed(); break;
    case 6: environment(); break;
    case 7: numbers(); break;
    case 8: seeds(); break;
    case 9: times(); break;
    case 10: sets(); break;
    case 11: mutexes(); break;
    case 12: texts(); break;
    case 13: descriptors(); break;
    case 14: names(); break;
    case 15: payloads(); break;
  }
}
