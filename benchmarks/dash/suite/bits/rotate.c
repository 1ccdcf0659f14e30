// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x << 5 | x >> 27;
  unsigned z = y >> 5 | y << 27;
  if (!(z == x)) reach_error();
  return 0;
}
