// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int classify(int x) {
  if (x < 0) return -1;
  if (x == 0) return 0;
  if (x < 100) return 1;
  return 2;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int c = classify(x);
  if (c == 1 && x == 99) reach_error();
  return 0;
}
