// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) x += 2;
  if (x == 10) reach_error();
  return 0;
}
