// expect: unsafe
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int credit = 0;
  while (__VERIFIER_nondet_int()) {
    int event = __VERIFIER_nondet_int();
    if (event == 1 && credit < 5) credit++;
    else if (event == 2 && credit >= 2) credit -= 3;
    if (credit < 0) reach_error();
  }
  return 0;
}
