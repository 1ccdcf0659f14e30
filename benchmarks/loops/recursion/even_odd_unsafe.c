// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int odd(int);
int even(int n) {
  if (n == 0) return 1;
  if (n == 1) return 0;
  return odd(n - 1);
}
int odd(int n) {
  if (n == 0) return 0;
  if (n == 1) return 1;
  return even(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int e = even(n);
  if (e != (n % 2 == 0) || (e && n == 88)) reach_error();
}
