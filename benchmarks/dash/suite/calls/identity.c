// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int id(int x) { return x; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (!(id(id(x)) == x)) reach_error();
  return 0;
}
