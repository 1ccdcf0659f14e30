// valid-deref: 64 fails, 3 does not
extern int __VERIFIER_nondet_int(void);

char a[10], b[4000];
int main(void) {
  int i = __VERIFIER_nondet_int();
  char *p = a;
  while (i-- > 0) {
    *p++ = 1;  // error
  }
  return b[0];
}
