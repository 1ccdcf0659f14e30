// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void third(int x) {
  if (x == 40) reach_error();
}
static void second(int x) {
  if (x % 2 == 0) third(x + 1);
  else third(x - 2);
}
static void first(int x) {
  if (x > 0) second(x);
}

int main(void) {
  first(__VERIFIER_nondet_int());
  return 0;
}
