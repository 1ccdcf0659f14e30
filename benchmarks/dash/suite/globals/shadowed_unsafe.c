// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int x = 1;

static int told(void) { return x; }

int main(void) {
  int y = __VERIFIER_nondet_int();
  {
    x = y;
    y = x;
  }
  if (!(told() == 1)) reach_error();
  return 0;
}
