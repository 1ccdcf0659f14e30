// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct extension {
  int held, irq, pending;
};

static void lock(struct extension *e) {
  if (e->held) reach_error();
  e->held = 1;
}
static void unlock(struct extension *e) {
  if (!e->held) reach_error();
  e->held = 0;
}

int main(void) {
  struct extension e = {0, 0, __VERIFIER_nondet_int()};
  lock(&e);
  if (e.pending > 0) {
    e.irq = 1;
    unlock(&e);
  }
  if (e.pending < 0) unlock(&e);
  if (!(!e.held)) reach_error();
  return 0;
}
