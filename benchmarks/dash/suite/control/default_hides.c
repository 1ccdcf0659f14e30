// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x) {
    case 1: x = 10; break;
    case 2: x = 20; break;
    default: x = x + 1;
  }
  if (x == 3) reach_error();
  if (x == 30) reach_error();
  return 0;
}
