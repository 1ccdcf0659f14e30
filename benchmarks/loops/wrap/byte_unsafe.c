// expect: unsafe unreach-call
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uint();
  unsigned rounds = 0;
  while (c != 0) {
    c += 16 + 1;
    rounds++;
  }
  if (rounds > 254) reach_error();
}
