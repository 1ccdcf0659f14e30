// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int held;
static void lock(void) {
  if (held) reach_error();
  held = 1;
}
static void unlock(void) {
  if (!held) reach_error();
  held = 0;
}
static void work(int x) {
  lock();
  if (x == 3) {
    unlock();
    return;
  }
  unlock();
}

int main(void) {
  work(__VERIFIER_nondet_int());
  work(__VERIFIER_nondet_int());
  return 0;
}
