// valid-deref: 5 fails, 4 does not
extern int __VERIFIER_nondet_int(void);

int *f(int i) {
  int a[3];
  a[0] = i;
  int *volatile q = a;
  return q;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  int *p = f(i);
  return i == 5 ? *p : 0;  // error
}
