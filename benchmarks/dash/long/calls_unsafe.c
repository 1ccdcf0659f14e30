// expect: unsafe
// A million calls.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int step(int a, int i) { return a > 1000 ? a - i % 7 : a + 3; }

int main(void) {
  int a = 0;
  for (int i = 0; i < 1000000; i++)
    a = step(a, i);
  int x = __VERIFIER_nondet_int();
  if (x == a)
    reach_error();
  return 0;
}
