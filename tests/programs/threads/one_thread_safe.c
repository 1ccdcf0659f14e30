// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static int calls, value = 4;
static void begin(void) { calls++; }
int main(void) {
  pthread_spinlock_t spin;
  pthread_once(&once, begin);
  pthread_once(&once, begin);
  assert(calls == 1 && pthread_equal(pthread_self(), pthread_self()));
  pthread_key_create(&key, 0);
  assert(!pthread_getspecific(key) && !pthread_setspecific(key, &value) && pthread_getspecific(key) == &value);
  pthread_rwlock_rdlock(&lock), pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock), pthread_rwlock_unlock(&lock);
  assert(!pthread_rwlock_wrlock(&lock));
  pthread_cond_signal(&changed);
  pthread_spin_init(&spin, 0);
  assert(!pthread_spin_lock(&spin) && !pthread_spin_unlock(&spin));
  return 0;
}
