// expect: fails iff both indices are the same and the value there is not zero
// inputs: unsigned char i, unsigned char j, int value
// truth: i < 4 && j < 4 && i == j && value != 0
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  unsigned char j = __VERIFIER_nondet_uchar();
  int value = __VERIFIER_nondet_int();
  if (i >= 4 || j >= 4) return 1;
  int cells[4] = {value, value, value, value};
  cells[i] = value;
  int before = cells[j];
  swap(&cells[i], &cells[j]);
  assert(cells[i] == before);
  return 0;
}
