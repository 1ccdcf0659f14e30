// expect: safe
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int twice(int a) { return 2 * a; }
static int more(int a) { return a + 1; }
static int apply(int (*f)(int), int value, int times) {
  for (int i = 0; i < times; i++)
    value = f(value);
  return value;
}
int main(void) {
  int (*f)(int) = __VERIFIER_nondet_uint() & 1 ? twice : more;
  int r = apply(f, 3, 4);
  if (r != 48 && r != 7)
    reach_error();
  return 0;
}
