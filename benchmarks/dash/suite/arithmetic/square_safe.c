// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > -50 && x < 50)
    if (x * x == 1225 + 2) reach_error();
  return 0;
}
