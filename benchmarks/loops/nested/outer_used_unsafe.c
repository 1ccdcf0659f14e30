// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), k = 0;
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      if (j < i || i < 0) reach_error();
      k = j;
    }
    if (k != n - 2) reach_error();
  }
  return 0;
}
