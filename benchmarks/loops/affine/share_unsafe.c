// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = 0, b = n;
  while (b != 0) {
    a++;
    b--;
    if (a + b != n) reach_error();
  }
  if (a == 70) reach_error();
}
