// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct point {
  int x, y;
};

static struct point mirrored(struct point p) {
  p.x = -p.x;
  return p;
}

int main(void) {
  struct point p = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  struct point q = mirrored(mirrored(p));
  if (!(q.x == p.x && q.y == p.y)) reach_error();
  return 0;
}
