// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int a, b;
static void acquire(int *lock) {
  if (*lock) reach_error();
  *lock = 1;
}
static void release(int *lock) {
  if (!*lock) reach_error();
  *lock = 0;
}

int main(void) {
  int *first = __VERIFIER_nondet_int() ? &a : &b;
  int *second = first == &a ? &b : &a;
  acquire(first);
  acquire(second);
  release(first);
  release(second);
  return 0;
}
