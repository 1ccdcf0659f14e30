// expect: fails iff a command leads out of the four floors
// inputs: unsigned char command[5]
// truth: ({ int f = 1, bad = 0; for (int i = 0; i < 5 && !bad; i++) { f += command[i] == 'u' ? 1 : command[i] == 'd' ? -1
// truth: : command[i] == 'U' ? 2 : 0; bad = f < 0 || f > 3; } bad; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int floor = 1;
  for (int i = 0; i < 5; i++) {
    unsigned char command = __VERIFIER_nondet_uchar();
    switch (command) {
    case 'u':
      floor++;
      break;
    case 'd':
      floor--;
      break;
    case 'U':
      floor += 2;
      break;
    default:
      break;
    }
    assert(floor >= 0 && floor <= 3);
  }
  return 0;
}
