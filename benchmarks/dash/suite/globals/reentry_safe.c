// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int inside;
static void handler(int again) {
  if (inside) reach_error();
  inside = 1;
  inside = 0;
  if (again > 0) handler(again - 1);
}

int main(void) {
  handler(__VERIFIER_nondet_int());
  handler(__VERIFIER_nondet_int());
  return 0;
}
