// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int i;
  for (i = 0; i < 10; i++)
    if (__VERIFIER_nondet_int() == i) break;
  if (!(i < 10)) reach_error();
  return 0;
}
