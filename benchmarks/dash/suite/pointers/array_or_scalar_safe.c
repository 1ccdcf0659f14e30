// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void set(int *p, int n, int v) {
  for (int i = 0; i < n; i++) p[i] = v;
}

int main(void) {
  int x = 0, a[3] = {0, 0, 0};
  if (__VERIFIER_nondet_int()) set(&x, 1, 4);
  else set(a, 3, 4);
  if (x == 4 && a[0] == 4) reach_error();
  return 0;
}
