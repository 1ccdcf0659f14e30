// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int zero(void) { return 0; }
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const table[3])(void) = {zero, one, two};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3) if (!(table[i]() == (int)i)) reach_error();
  return 0;
}
