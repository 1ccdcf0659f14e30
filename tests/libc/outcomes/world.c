#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "outcomes.h"

static void environment(void) {
  char *a = getenv("A"), *b = getenv("B");
  IF(!a);                                // can
  IF(!*a);                               // can
  IF(a[0] == 'x' && a[1] == 'y');        // can
  IF(a != getenv("A"));                  // never
  if (b) IF(a == b);                     // never
  if (b) IF(a[0] == '1' && b[0] == '2');  // can
}

static void changed_environment(void) {
  if (setenv("A", "1", 1)) return;
  char *a = getenv("A");
  IF(!a);                 // open
}

static void setting(void) {
  IF(setenv("A", "1", 1) == -1);  // can
  IF(system(0) == 0);             // can
  IF(system(0) == 1);             // can
  IF(system("ls") == 256);        // can
  FILE *f = popen("ls", "r");
  IF(!f);                         // can
  if (__VERIFIER_nondet_int()) {
    IF(pclose(f) == -1);          // can
    return;
  }
  IF(fgetc(f) == 'x');            // open
}

static void numbers(void) {
  IF(rand() == 0);                // can
  IF(rand() == RAND_MAX);         // can
  IF(rand() < 0);                 // never
  double d = drand48();
  IF(d < 0 || d >= 1);            // never
  char b[3] = {1, 1, 1};
  IF(getrandom(b, 3, 0) == 3 && b[2] == 'z');  // can
}

static void seeds(void) {
  srand(1);
  int a = rand();
  srand(1);
  IF(rand() != a);  // open
}

static void times(void) {
  time_t t;
  IF(time(&t) == 0);          // can
  IF(time(&t) == -1);         // can
  IF(time(&t) != t);          // never
  clock_t c = clock();
  if (c < 0) return;
  IF(clock() == -1);          // can
  clock_t d = clock();
  IF(d >= 0 && d < c);        // never
  struct timeval v;
  IF(gettimeofday(&v, 0) == 0 && v.tv_usec >= 1000000);  // never
  IF(gettimeofday(&v, 0) == 0 && v.tv_usec == 999999);   // can
}

static void monotonic(void) {
  struct timespec a, b;
  if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b)) return;
  IF(b.tv_sec < a.tv_sec);    // never
  IF(b.tv_sec == a.tv_sec && b.tv_nsec > a.tv_nsec);  // can
}

static void dates(void) {
  time_t zero = 0, leap = 951782400, before = -1;
  struct tm *t = gmtime(&zero);
  IF(t->tm_year != 70 || t->tm_mon || t->tm_mday != 1 || t->tm_wday != 4);         // never
  t = gmtime(&leap);
  IF(t->tm_year != 100 || t->tm_mon != 1 || t->tm_mday != 29 || t->tm_yday != 59);  // never
  IF(timegm(t) != leap);                                                          // never
  t = gmtime(&before);
  IF(t->tm_year != 69 || t->tm_sec != 59 || t->tm_yday != 364);                   // never
  t = localtime(&zero);
  IF(!t);                   // never
  IF(t->tm_hour);           // never
  time_t any = (unsigned short)__VERIFIER_nondet_int();
  t = localtime(&any);
  IF(t->tm_hour == 3);      // can
}

static void date_texts(void) {
  char b[4];
  struct tm t = {0};
  size_t n = strftime(b, 4, "%Y", &t);
  IF(n);                      // never
  n = strftime(b, 4, "%d.", &t);
  IF(n != 3 || b[1] != '0' || b[3]);  // never
}

static void sleeping(void) {
  IF(sleep(3) == 2);   // can
  IF(sleep(3) > 3);    // never
  IF(usleep(3) == -1);  // can
  struct timespec t = {3, 0}, rest = {9, 9};
  IF(nanosleep(&t, &rest) == -1 && rest.tv_sec == 2);  // can
}

static int handled;
static void handler(int number) { handled = number; }

static void signals(void) {
  IF(signal(SIGUSR1, handler) != SIG_DFL);   // never
  IF(raise(SIGUSR1));                        // never
  IF(handled == SIGUSR1);                    // can
  IF(handled != SIGUSR1);                    // never
}

static void more_signals(void) {
  struct sigaction a = {0}, old;
  a.sa_handler = handler;
  IF(sigaction(SIGUSR1, &a, &old));                          // never
  IF(old.sa_handler != SIG_DFL);                             // never
  IF(signal(SIGUSR1, SIG_IGN) != handler);                   // never
  IF(raise(SIGUSR1) || handled);                             // never
  IF(signal(SIGKILL, handler) != SIG_ERR);                   // never
  raise(SIGUSR2);
  IF(1);                                                     // never
}

static void mutexes(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  IF(pthread_mutex_lock(&m));                // never
  IF(pthread_mutex_trylock(&m));             // can
  IF(1);                                     // never
}

static void unlocked(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  IF(pthread_mutex_trylock(&m));             // never
  IF(pthread_mutex_unlock(&m));              // never
  IF(pthread_mutex_trylock(&m));             // never
  pthread_mutex_lock(&m);
  IF(1);                                     // never
}

static void errors(void) {
  IF(!strcmp(strerror(2), "No"));  // open
  IF(!*strerror(2));               // never
}

int main(void) {
  CASES {
    case 0: environment(); break;
    case 1: changed_environment(); break;
    case 2: setting(); break;
    case 3: numbers(); break;
    case 4: seeds(); break;
    case 5: times(); break;
    case 6: monotonic(); break;
    case 7: dates(); break;
    case 8: date_texts(); break;
    case 9: sleeping(); break;
    case 10: signals(); break;
    case 11: more_signals(); break;
    case 12: mutexes(); break;
    case 13: unlocked(); break;
    case 14: errors(); break;
  }
}
