// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (1) {
    if (x > 100) x = 0;
    x = x < 0 ? 0 : x + 1;
    if (x > 101) reach_error();
  }
}
