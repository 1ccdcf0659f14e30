// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, odd = 0;
  while (i < n) {
    if (i & 1) odd++;
    i++;
  }
  if (n >= 0 && odd > n) reach_error();
  return 0;
}
