// expect: safe
// A loop without an end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned s = (unsigned)__VERIFIER_nondet_int() * 2;
  while (1) {
    s = s + 2;
    if (s == 7)
      reach_error();
  }
}
