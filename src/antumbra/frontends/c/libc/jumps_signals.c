// provides: antumbra.jump_save_masked antumbra.jump_masked
// sigsetjmp keeps which signals are blocked, if it is told to, and the jump brings that back.
#include "antumbra.h"
#include "jumps.h"

int sigprocmask(int how, const byte *set, byte *old);
void sigsetjmp(struct place *place, int masked, struct frame *frame, int number, int turn)
    ANTUMBRA_OURS("jump_save_masked");
void siglongjmp(struct place *place, int value) ANTUMBRA_OURS("jump_masked");

void sigsetjmp(struct place *place, int masked, struct frame *frame, int number, int turn) {
  setjmp(place, frame, number, turn);
  place->masked = masked != 0;
  if (masked) sigprocmask(0, 0, place->mask);
}

void siglongjmp(struct place *place, int value) {
  longjmp(place, value);
  if (place->masked) sigprocmask(2, place->mask, 0);
}
