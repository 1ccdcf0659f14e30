// expect: unknown unsupported: threads at
#include <pthread.h>
static void *run(void *p) { return p; }
int main(void) {
  pthread_t thread;
  int (*begin)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = pthread_create;
  if (begin(&thread, 0, run, 0)) return 1;
  return pthread_join(thread, 0);
}
