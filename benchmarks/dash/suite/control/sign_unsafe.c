// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), s;
  if (x > 0) s = 1;
  else if (x < 0) s = -1;
  else s = 1;
  if (s == 1 && x <= 0) reach_error();
  return 0;
}
