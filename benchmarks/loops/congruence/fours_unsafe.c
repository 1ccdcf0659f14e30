// expect: unsafe unreach-call
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 2;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x += 4;
    else x -= 8;
    if (x == 1046) reach_error();
  }
}
