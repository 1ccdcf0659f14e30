// What one thread does with others in mind.
#include <errno.h>
#include <pthread.h>
#include "outcomes.h"

static int calls, value;
static void begin(void) { calls++; }

static void once(void) {
  pthread_once_t done = PTHREAD_ONCE_INIT;
  IF(pthread_once(&done, begin) || pthread_once(&done, begin) || calls != 1);  // never
  IF(pthread_self() == 5);                                                     // can
  IF(pthread_self() == 0);                                                     // never
  IF(!pthread_equal(pthread_self(), pthread_self()));                          // never
}

static void keys(void) {
  pthread_key_t key, other;
  IF(pthread_key_create(&key, 0) || pthread_key_create(&other, 0) || key == other);         // never
  IF(pthread_getspecific(key) || pthread_setspecific(key, &value));                         // never
  IF(pthread_getspecific(key) != &value || pthread_getspecific(other));                     // never
  IF(pthread_key_delete(key));                                                              // never
}

static void locks(void) {
  pthread_rwlock_t lock;
  pthread_spinlock_t spin;
  pthread_cond_t changed;
  IF(pthread_rwlock_init(&lock, 0) || pthread_rwlock_rdlock(&lock) || pthread_rwlock_rdlock(&lock));  // never
  IF(pthread_rwlock_unlock(&lock) || pthread_rwlock_unlock(&lock) || pthread_rwlock_wrlock(&lock));   // never
  IF(pthread_rwlock_rdlock(&lock) != EDEADLK || pthread_rwlock_unlock(&lock));                        // never
  IF(pthread_rwlock_destroy(&lock));                                                                  // never
  IF(pthread_spin_init(&spin, 0) || pthread_spin_lock(&spin) || pthread_spin_unlock(&spin));          // never
  IF(pthread_spin_destroy(&spin));                                                                    // never
  IF(pthread_cond_init(&changed, 0) || pthread_cond_signal(&changed));                                // never
  IF(pthread_cond_broadcast(&changed) || pthread_cond_destroy(&changed));                             // never
}

int main(void) {
  CASES {
    case 0: once(); break;
    case 1: keys(); break;
    default: locks(); break;
  }
  return 0;
}
