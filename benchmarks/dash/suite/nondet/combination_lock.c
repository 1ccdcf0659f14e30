// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int opened = 0;
  if (__VERIFIER_nondet_int() == 17)
    if (__VERIFIER_nondet_int() == 4)
      if (__VERIFIER_nondet_int() == -23) opened = 1;
  if (opened) reach_error();
  return 0;
}
