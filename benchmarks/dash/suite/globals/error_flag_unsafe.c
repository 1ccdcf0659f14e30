// expect: unsafe
// As in Figure 4.8: errors inside set a flag that the main procedure looks at.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

static int error;
static int root(int x) {
  if (x < 0) {
    error = 1;
    return 0;
  }
  int r = 0;
  while ((r + 1) * (r + 1) <= x) r++;
  return r;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < 30 && x > -30);
  root(x);
  if (error) reach_error();
  return 0;
}
