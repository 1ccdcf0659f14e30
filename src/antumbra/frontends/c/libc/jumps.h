// What is kept in a jmp_buf, which has 200 bytes, and 156 on 32 bits.
#ifndef ANTUMBRA_JUMPS_H
#define ANTUMBRA_JUMPS_H

#include "antumbra.h"

struct frame {
  void *self;
  uint64_t mark;
};

struct place {
  struct frame *frame;
  int number, turn, masked;
  byte mask[128];
};

#define MARK 0x6a6d705f66726d65u

void __antumbra_jump_enter(struct frame *frame) ANTUMBRA_OURS("jump_enter");
void setjmp(struct place *place, struct frame *frame, int number, int turn) ANTUMBRA_OURS("jump_save");
void longjmp(struct place *place, int value) ANTUMBRA_OURS("jump");
void __antumbra_jump_stale(void) ANTUMBRA_OURS("jump_stale");
void __antumbra_jump_keep(void *copy, const void *local, size_t size) ANTUMBRA_OURS("jump_keep");
void __antumbra_jump_restore(void *local, const void *copy, size_t size) ANTUMBRA_OURS("jump_restore");

#endif
