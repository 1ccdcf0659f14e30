// provides: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_unlock pthread_mutex_trylock
// provides: pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype
// Mutexes of a program with one thread, as glibc does it: a second lock of a normal mutex waits for ever. The kinds are
// 0 normal, 1 recursive, 2 error checking, 3 adaptive.
#include "antumbra.h"

#define EPERM 1
#define EBUSY 16
#define EDEADLK 35

// as in glibc: the lock, how often it was taken, the owner and others, the kind
typedef struct {
#if UINTPTR_MAX == UINT32_MAX
  int locked, taken, owner, kind, users;
#else
  int locked, taken, owner, users, kind;
#endif
} mutex;

int pthread_mutex_init(mutex *m, const int *attributes) {
  int kind = attributes ? *attributes & 3 : 0;
  *m = (mutex){.kind = kind};
  return 0;
}

int pthread_mutex_destroy(mutex *m) {
  if (m->locked) return EBUSY;
  m->kind = -1;
  return 0;
}

int pthread_mutex_lock(mutex *m) {
  if (m->locked) {
    if (m->kind == 2) return EDEADLK;
    __VERIFIER_assume(m->kind == 1);
  }
  m->locked = 1;
  m->taken++;
  return 0;
}

int pthread_mutex_trylock(mutex *m) {
  if (m->locked && m->kind != 1) return EBUSY;
  m->locked = 1;
  m->taken++;
  return 0;
}

int pthread_mutex_unlock(mutex *m) {
  if (!m->locked && (m->kind == 1 || m->kind == 2)) return EPERM;
  if (m->taken > 0) m->taken--;
  if (m->kind != 1 || !m->taken) m->locked = m->taken = 0;
  return 0;
}

int pthread_mutexattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
  klee_check_memory_access(attributes, sizeof *attributes);
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  if (kind < 0 || kind > 3) return EINVAL;
  *attributes = kind;
  return 0;
}
