// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (n < 0 || d <= 0 || n > 10000 || d > 10000) return 0;
  int q = 0, r = n;
  while (r >= d) {
    r -= d;
    q++;
  }
  if (r < 0 || r >= d || q * d + r != n) reach_error();
}
