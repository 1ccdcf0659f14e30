// expect: unsafe
// Figure 2.1 with the increment forgotten: the loop ends with the lock released.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { UNLOCKED, LOCKED };
static int state = UNLOCKED;

static void acquire(void) {
  if (state == LOCKED) reach_error();
  state = LOCKED;
}

static void release(void) {
  if (state == UNLOCKED) reach_error();
  state = UNLOCKED;
}

int main(void) {
  int n = 0, n_old, request;
  do {
    acquire();
    n_old = n;
    request = __VERIFIER_nondet_int();
    if (request != 0) release();
  } while (n_old != n);
  release();
  return 0;
}
