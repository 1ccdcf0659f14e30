// expect: unsafe
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int a, b;
static void step(int which) {
  if (which) a++, b--;
  else a--, b++;
}

int main(void) {
  for (int i = 0; i < 5; i++) step(__VERIFIER_nondet_bool());
  if (!(a + b == 0 && a != 3)) reach_error();
  return 0;
}
