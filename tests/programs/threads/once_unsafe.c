// expect: unsafe unreach-call
#include <assert.h>
#include <pthread.h>
static int calls;
static void begin(void) { calls++; }
int main(void) {
  pthread_once_t one = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
  pthread_once(&one, begin);
  pthread_once(&other, begin);
  assert(calls == 1); // fails here
  return 0;
}
