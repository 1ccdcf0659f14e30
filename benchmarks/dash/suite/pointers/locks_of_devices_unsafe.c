// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void acquire(int *l) {
  if (*l) reach_error();
  *l = 1;
}

static void release(int *l) {
  if (!*l) reach_error();
  *l = 0;
}

struct dev { int id, lock, open; };
static struct dev d0;
static struct dev d1;
static struct dev d2;
static struct dev d3;
static struct dev d4;
static struct dev d5;

static void start(struct dev *d, int want) {
  if (want <= 0) return;
  acquire(&d->lock);
  for (int i = 0; i < 3; i++) d->open = i;
}

static void stop(struct dev *d, int want) {
  for (int i = 0; i < 2; i++) d->id = i;
  if (want >= 0) release(&d->lock);
}

int main(void) {
  int w0 = __VERIFIER_nondet_int();
  int w1 = __VERIFIER_nondet_int();
  int w2 = __VERIFIER_nondet_int();
  int w3 = __VERIFIER_nondet_int();
  int w4 = __VERIFIER_nondet_int();
  int w5 = __VERIFIER_nondet_int();
  start(&d0, w0);
  start(&d1, w1);
  start(&d2, w2);
  start(&d3, w3);
  start(&d4, w4);
  start(&d5, w5);
  stop(&d0, w0);
  stop(&d1, w1);
  stop(&d2, w2);
  stop(&d3, w3);
  stop(&d4, w4);
  stop(&d5, w5);
  return 0;
}
