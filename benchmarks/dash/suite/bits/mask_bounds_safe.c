// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x & 15;
  if (!(y < 16)) reach_error();
  return 0;
}
