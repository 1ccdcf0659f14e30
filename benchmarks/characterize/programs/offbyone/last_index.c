// expect: fails iff the index is 8
// options: --property valid-deref
// inputs: int index, int value
// truth: index == 8
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int cells[8] = {0};
  int index = __VERIFIER_nondet_int();
  int value = __VERIFIER_nondet_int();
  if (index >= 0 && index <= 8) cells[index] = value;
  return cells[0];
}
