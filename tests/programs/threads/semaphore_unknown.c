// expect: unknown if sem_trywait returns
#include <assert.h>
#include <semaphore.h>
int main(void) {
  sem_t s;
  sem_init(&s, 0, 1);
  sem_wait(&s);
  assert(sem_trywait(&s) == -1);
  return 0;
}
