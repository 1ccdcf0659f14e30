// expect: fails iff the messages are SYN ACK (anything but FIN) FIN ACK or shorter forms: open again after FIN
// inputs: int message[4]
// truth: ({ int s = 0, f = 0, bad = 0; for (int i = 0; i < 4 && !bad; i++) { int m = message[i];
// truth: if (s == 0 && m == 1) s = 1; else if (s == 1 && m == 2) s = 2; else if (s == 1 && m == 4) s = 0;
// truth: else if (s == 2 && m == 4) { s = 1; f = 1; } bad = f && s == 2; } bad; })
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum message { SYN = 1, ACK, DATA, FIN };
enum state { CLOSED, HALF, ESTABLISHED };

int main(void) {
  enum state state = CLOSED;
  int finished = 0;
  for (int i = 0; i < 4; i++) {
    int message = __VERIFIER_nondet_int();
    if (state == CLOSED && message == SYN) {
      state = HALF;
    } else if (state == HALF && message == ACK) {
      state = ESTABLISHED;
    } else if (state == HALF && message == FIN) {
      state = CLOSED;
    } else if (state == ESTABLISHED && message == FIN) {
      state = HALF; /* must wait in a state of its own */
      finished = 1;
    }
    assert(!(finished && state == ESTABLISHED));
  }
  return 0;
}
