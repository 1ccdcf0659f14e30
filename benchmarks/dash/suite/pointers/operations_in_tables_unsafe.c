// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct dev;
struct ops { void (*open)(struct dev *), (*close)(struct dev *); };
struct dev { int held; const struct ops *ops; };

static void one_open(struct dev *d) { if (d->held) reach_error(); d->held = 1; }
static void one_close(struct dev *d) { if (d->held != 1) reach_error(); d->held = 0; }
static void two_open(struct dev *d) { if (d->held) reach_error(); d->held = 2; }
static void two_close(struct dev *d) { if (d->held != 2) reach_error(); d->held = 0; }
static const struct ops one = {one_open, one_close}, two = {two_open, one_close};
static struct dev a = {0, &one}, b = {0, &two}, c = {0, &one}, d = {0, &two};

static void use(struct dev *p) {
  p->ops->open(p);
  p->ops->close(p);
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) use(&a);
    if (__VERIFIER_nondet_int()) use(&b);
    if (__VERIFIER_nondet_int()) use(&c);
    if (__VERIFIER_nondet_int()) use(&d);
  }
  return 0;
}
