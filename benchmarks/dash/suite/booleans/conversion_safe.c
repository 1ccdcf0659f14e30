// expect: safe
// A number becomes 1 in a _Bool, and keeps only its lowest bit under a mask.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool b = x;
  if (x == 256) if (!(b == 1)) reach_error();
  return 0;
}
