// expect: safe
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned char a[8] = {0};
  while (__VERIFIER_nondet_int()) {
    unsigned i = __VERIFIER_nondet_uint() % 8;
    a[i] = a[i] * 2;
  }
  if (!(a[3] == 0)) reach_error();
  return 0;
}
