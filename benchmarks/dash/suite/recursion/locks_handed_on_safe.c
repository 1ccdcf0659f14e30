// expect: safe
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

static int l1, l2, l3;

static void walk(int *l, int n) {
  if (n <= 0) return;
  acquire(l);
  release(l);
  walk(l, n - 1);
}

static void in_turn(int *a, int *b, int n) {
  if (n <= 0) return;
  acquire(a);
  acquire(b);
  release(a);
  release(b);
  in_turn(b, a, n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 3) n = 3;
  walk(&l1, n);
  walk(&l2, n);
  in_turn(&l2, &l3, n);
  walk(&l3, n);
  return 0;
}
