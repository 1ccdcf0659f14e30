// provides: antumbra.jumping antumbra.jump_frame antumbra.jump_place antumbra.jump_turn antumbra.jump_value
// provides: antumbra.jump_enter antumbra.jump_save antumbra.jump antumbra.jump_stale antumbra.jump_keep
// provides: antumbra.jump_restore
// What setjmp and longjmp become: the flag that sends every function back to its caller until the frame is found.
#include "antumbra.h"
#include "jumps.h"

int __antumbra_jumping ANTUMBRA_OURS("jumping");
void *__antumbra_jump_frame ANTUMBRA_OURS("jump_frame");
int __antumbra_jump_place ANTUMBRA_OURS("jump_place");
int __antumbra_jump_turn ANTUMBRA_OURS("jump_turn");
int __antumbra_jump_value ANTUMBRA_OURS("jump_value");

OPEN_RESULT(byte, setjmp_local_byte);

void __antumbra_jump_enter(struct frame *frame) {
  frame->self = frame;
  frame->mark = MARK;
}

void setjmp(struct place *place, struct frame *frame, int number, int turn) {
  place->frame = frame;
  place->number = number;
  place->turn = turn;
  place->masked = 0;
}

// The frame must be alive, and one that called setjmp.
void longjmp(struct place *place, int value) {
  struct frame *frame = place->frame;
  klee_check_memory_access(frame, sizeof *frame);
  if (frame->self != frame || frame->mark != MARK) __builtin_unreachable();
  __antumbra_jump_frame = frame;
  __antumbra_jump_place = place->number;
  __antumbra_jump_turn = place->turn;
  __antumbra_jump_value = value ? value : 1;
  __antumbra_jumping = 1;
}

void __antumbra_jump_stale(void) {
  __antumbra_unsupported("longjmp to an earlier call of a setjmp that was called again");
}

void __antumbra_jump_keep(void *copy, const void *local, size_t size) {
  __builtin_memcpy(copy, local, size);
}

// What has changed is not known.
void __antumbra_jump_restore(void *local, const void *copy, size_t size) {
  byte *now = local;
  const byte *then = copy;
  for (size_t i = 0; i < size; i++)
    if (now[i] != then[i]) now[i] = __antumbra_any_setjmp_local_byte();
}
