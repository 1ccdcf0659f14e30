// expect: fails iff the number is valid and its check digit is 10, which has to be written X
// inputs: unsigned char a, unsigned char b, unsigned char c, unsigned char check
// truth: a < 10 && b < 10 && c < 10 && check == 10 && (4 * a + 3 * b + 2 * c + check) % 11 == 0
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

/* the last four places of an ISBN; those before are zeros */
static int valid(int a, int b, int c, int check) { return (4 * a + 3 * b + 2 * c + check) % 11 == 0; }

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned char check = __VERIFIER_nondet_uchar();
  if (a > 9 || b > 9 || c > 9 || check > 10) return 1;
  if (!valid(a, b, c, check)) return 1;
  char printed = (char)('0' + check);
  assert(printed <= '9');
  return 0;
}
