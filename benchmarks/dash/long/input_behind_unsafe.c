// expect: unsafe
// Inputs before and behind three million rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned s = 0;
  for (int i = 0; i < 3000000; i++)
    s = s * 3 + (unsigned)i;
  int x = __VERIFIER_nondet_int();
  if (x + n == 4711 && n > 5)
    reach_error();
  return 0;
}
