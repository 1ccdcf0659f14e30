// expect: safe
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x - 1;
  if (x == 0 && y != 4294967295u) reach_error();
  if (x != 0 && y >= x) reach_error();
  return 0;
}
