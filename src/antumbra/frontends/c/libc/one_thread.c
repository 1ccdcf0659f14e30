// provides: pthread_once pthread_self pthread_equal pthread_key_create pthread_key_delete pthread_setspecific
// provides: pthread_getspecific pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock
// provides: pthread_rwlock_unlock pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_unlock
// provides: pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast
// What a program with one thread does with others in mind, as glibc does it; it waits for ever where only another thread
// could help.
#include "antumbra.h"

#define EDEADLK 35
enum { KEYS = 32 };

int pthread_once(int *done, void (*routine)(void)) {
  if (*done != 2) {
    __VERIFIER_assume(*done == 0);  // called by its own routine it waits for ever
    *done = 1;
    routine();
    *done = 2;
  }
  return 0;
}

unsigned long pthread_self(void) {
  static unsigned long self;
  if (!self) {
    self = WORLD(unsigned long, "pthread_self");
    __VERIFIER_assume(self != 0);
  }
  return self;
}

int pthread_equal(unsigned long one, unsigned long other) {
  return one == other;
}

static struct {
  int used;
  const void *value;
} keys[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (destructor) __antumbra_unsupported("pthread_key_create with a destructor");
  for (unsigned i = 0; i < KEYS; i++)
    if (!keys[i].used) {
      keys[i].used = 1;
      keys[i].value = 0;
      *key = i;
      return 0;
    }
  __antumbra_unsupported("many keys of threads");
}

// A key that was never made is undefined behaviour; glibc looks.
static int is_key(unsigned key) {
  if (key >= KEYS || !keys[key].used) __antumbra_unsupported("a key of threads that there is not");
  return 1;
}

int pthread_key_delete(unsigned key) {
  if (is_key(key)) keys[key].used = 0;
  return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  if (is_key(key)) keys[key].value = value;
  return 0;
}

void *pthread_getspecific(unsigned key) {
  return is_key(key) ? (void *)keys[key].value : 0;
}

// The first word: -1 for a writer, else how many readers there are. It is zero at first in glibc, too.
int pthread_rwlock_init(int *lock, const void *attributes) {
  (void)attributes;
  *lock = 0;
  return 0;
}

int pthread_rwlock_destroy(int *lock) {
  klee_check_memory_access(lock, sizeof *lock);
  return 0;
}

int pthread_rwlock_rdlock(int *lock) {
  if (*lock < 0) return EDEADLK;
  ++*lock;
  return 0;
}

int pthread_rwlock_wrlock(int *lock) {
  if (*lock < 0) return EDEADLK;
  __VERIFIER_assume(*lock == 0);
  *lock = -1;
  return 0;
}

int pthread_rwlock_unlock(int *lock) {
  if (!*lock) __antumbra_unsupported("pthread_rwlock_unlock of what is not locked");
  *lock -= *lock < 0 ? -1 : 1;
  return 0;
}

int pthread_spin_init(int *lock, int shared) {
  (void)shared;
  *lock = 1;
  return 0;
}

int pthread_spin_destroy(int *lock) {
  klee_check_memory_access(lock, sizeof *lock);
  return 0;
}

int pthread_spin_lock(int *lock) {
  __VERIFIER_assume(*lock == 1);
  *lock = 0;
  return 0;
}

int pthread_spin_unlock(int *lock) {
  *lock = 1;
  return 0;
}

// Nobody waits.
int pthread_cond_init(void *condition, const void *attributes) {
  (void)attributes;
  klee_check_memory_access(condition, 48);
  return 0;
}

int pthread_cond_destroy(void *condition) {
  klee_check_memory_access(condition, 48);
  return 0;
}

int pthread_cond_signal(void *condition) {
  klee_check_memory_access(condition, 48);
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  klee_check_memory_access(condition, 48);
  return 0;
}
