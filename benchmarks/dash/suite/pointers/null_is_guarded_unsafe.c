// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int get(const int *p) {
  if (!p) return -1;
  return *p;
}

int main(void) {
  int x = 5;
  int *p = __VERIFIER_nondet_int() ? &x : 0;
  int v = get(p);
  if (!(v == 5)) reach_error();
  return 0;
}
