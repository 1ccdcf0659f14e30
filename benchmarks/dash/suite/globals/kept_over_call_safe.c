// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int g;
static void touch(int x) {
  if (x > 10 && x < 5) g = 1;
}

int main(void) {
  g = 0;
  touch(__VERIFIER_nondet_int());
  touch(__VERIFIER_nondet_int());
  if (!(g == 0)) reach_error();
  return 0;
}
