// expect: fails iff the first bytes that differ are of different halves of the alphabet of 256
// inputs: signed char a[3], signed char b[3]
// truth: ({ int r = 0; for (int i = 0; i < 3 && !r; i++) if (a[i] != b[i]) r = (a[i] < 0) != (b[i] < 0) ? 1 : 2;
// truth: else if (!a[i]) r = 2; r == 1; })
#include <assert.h>
extern signed char __VERIFIER_nondet_schar(void);

/* strcmp compares unsigned characters; this one does not */
int main(void) {
  int result = 0, right = 0;
  for (int i = 0; i < 3; i++) {
    signed char a = __VERIFIER_nondet_schar();
    signed char b = __VERIFIER_nondet_schar();
    if (a != b) {
      result = a < b ? -1 : 1;
      right = (unsigned char)a < (unsigned char)b ? -1 : 1;
      break;
    }
    if (a == 0) break;
  }
  assert(result == right);
  return 0;
}
