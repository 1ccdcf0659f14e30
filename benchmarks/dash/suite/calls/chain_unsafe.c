// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int one(int x) { return x + 1; }
static int two(int x) { return one(one(x)); }
static int four(int x) { return two(two(x)); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (four(x) == 12) reach_error();
  return 0;
}
