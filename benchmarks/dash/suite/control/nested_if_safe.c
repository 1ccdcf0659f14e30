// expect: safe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) {
    if (x < 20) {
      if (x != 15) {
        if (x % 5 == 0) reach_error();
      }
    }
  }
  return 0;
}
