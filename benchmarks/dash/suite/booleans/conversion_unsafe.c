// expect: unsafe
// A number becomes 1 in a _Bool, and keeps only its lowest bit under a mask.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned b = x & 1;
  if (x == 256) if (!(b == 1)) reach_error();
  return 0;
}
