// expect: fails iff the character is negative
// options: --property valid-deref
// inputs: signed char letter
// truth: letter < 0
extern signed char __VERIFIER_nondet_schar(void);

int main(void) {
  unsigned char seen[128] = {0};
  signed char letter = __VERIFIER_nondet_schar(); /* plain char of most machines */
  if (letter > 127) return 1;
  seen[(int)letter]++;
  return seen[0];
}
