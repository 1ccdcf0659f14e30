// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int depth;
static void enter(int n) {
  depth++;
  if (n > 0) enter(n - 1);
  depth--;
}

int main(void) {
  enter(__VERIFIER_nondet_int());
  if (!(depth == 0)) reach_error();
  return 0;
}
