// expect: unsafe
// Three million rounds that no input has a say in, between the input and what it decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned s = 0;
  for (int i = 0; i < 3000000; i++)
    s = s * 3 + (unsigned)i;
  if (s == 0)
    return 0;
  if (x == 4711)
    reach_error();
  return 0;
}
