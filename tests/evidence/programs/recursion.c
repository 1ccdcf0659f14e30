// unreach-call: 50 fails, 4 does not
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int f(int n) {
  int a[3] = {n, n, n};
  return n <= 0 ? 0 : a[1] - n + 1 + f(n - 1);
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 100 && f(i) == 50) reach_error();  // error
  return 0;
}
