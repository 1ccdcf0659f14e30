// expect: safe
// options: --property no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0)
    x = x + 1;
  unsigned u = (unsigned)x;
  u = u * 3u + 4000000000u;
  return u == 5;
}
