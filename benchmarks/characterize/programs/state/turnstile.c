// expect: fails iff someone passes for nothing: two coins in a row, then three pushes' worth of passing
// inputs: unsigned char event[6]
// truth: ({ int s = 0, coins = 0, passed = 0, bad = 0; for (int i = 0; i < 6 && !bad; i++) { if (event[i] & 1) {
// truth: if (s) passed++; if (s == 1) s = 0; } else { coins++; if (s < 2) s++; } bad = passed > coins; } bad; })
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum state { LOCKED, OPEN, PAID_TWICE };

int main(void) {
  enum state state = LOCKED;
  int coins = 0, passed = 0;
  for (int i = 0; i < 6; i++) {
    unsigned char event = __VERIFIER_nondet_uchar();
    if (event & 1) { /* push */
      if (state != LOCKED) passed++;
      if (state == OPEN) state = LOCKED; /* paid twice: stays open for ever */
    } else { /* coin */
      coins++;
      if (state == LOCKED)
        state = OPEN;
      else
        state = PAID_TWICE;
    }
    assert(passed <= coins);
  }
  return 0;
}
