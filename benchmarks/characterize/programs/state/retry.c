// expect: fails iff the first six tries fail: the pause is then 64 seconds
// inputs: unsigned char status[6]
// truth: status[0] && status[1] && status[2] && status[3] && status[4] && status[5]
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int pause = 1, tries = 0;
  unsigned char status;
  do {
    status = __VERIFIER_nondet_uchar();
    if (status != 0) pause *= 2;
    tries++;
  } while (status != 0 && tries < 6);
  assert(pause <= 60);
  return 0;
}
