// expect: unsafe unreach-call
// An invariant of the loop that forgets the array would prove this safe.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int a[20];
int main(void) {
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int(), x = 0;
  if (i < 0 || i >= 20 || j < 0 || j >= 20) return 0;
  for (int k = 0; k < 8; k++) {
    if (__VERIFIER_nondet_int()) {
      x++;
    } else {
      x--;
      a[j] = k;
    }
  }
  if (a[i] == 5) __VERIFIER_error();
  return x;
}
