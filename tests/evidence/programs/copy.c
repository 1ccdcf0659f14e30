// valid-deref: 9 fails, 8 does not
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char a[8] = {0}, b[20];
  __builtin_memcpy(b, a, __VERIFIER_nondet_int());  // error
  return 0;
}
