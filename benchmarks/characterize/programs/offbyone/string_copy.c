// expect: fails iff eight characters are copied: no room for the zero
// options: --property valid-deref
// inputs: unsigned char length
// truth: length == 8
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char buffer[8];
  unsigned char length = __VERIFIER_nondet_uchar();
  if (length > 8) return 1;
  int i;
  for (i = 0; i < length; i++)
    buffer[i] = 'x';
  buffer[i] = 0;
  return buffer[0] == 'y';
}
