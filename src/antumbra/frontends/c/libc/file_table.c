// provides: antumbra.opened antumbra.change_files antumbra.files_changed antumbra.new_descriptor
// provides: antumbra.close_descriptor
// What a file holds is up to the world, until the run reads it again or writes one: then it is known in principle, and
// models say so by results that are left open.
#include "stdio.h"

enum { FILES = 8, LENGTH = 64, DESCRIPTORS = 8 };
OPEN_RESULT(int, open);

static char names[FILES][LENGTH];
static int count, changed;
static int in_use[DESCRIPTORS] = {0, 1, 2, -1, -1, -1, -1, -1};

// Names are compared only where they are known: two names that may be equal count as the same file.
int __antumbra_opened(const char *name) {
  int length = 0;
  for (; length < LENGTH; length++) {
    if (klee_is_symbolic((byte)name[length])) return 1;
    if (!name[length]) break;
  }
  if (length == LENGTH) return 1;
  for (int i = 0; i < count; i++) {
    int same = 0;
    while (same < length && names[i][same] == name[same]) same++;
    if (same == length && !names[i][length]) return 1;
  }
  if (count == FILES) return 1;
  __builtin_memcpy(names[count++], name, (size_t)length + 1);
  return 0;
}

void __antumbra_change_files(void) {
  changed = 1;
}

int __antumbra_files_changed(void) {
  return changed;
}

// Not one that is in use; with many in use its number is left open.
int __antumbra_new_descriptor(void) {
  int place = 0, fresh = 1;
  if (__antumbra_between(-1, 0, "open")) return -1;
  while (place < DESCRIPTORS && in_use[place] != -1) place++;
  if (place == DESCRIPTORS) return __antumbra_any_open() & 1023;
  int file = WORLD(int, "descriptor");
  for (int i = 0; i < DESCRIPTORS; i++) fresh &= file != in_use[i];
  __VERIFIER_assume(fresh & (file >= 0) & (file < 1024));
  in_use[place] = file;
  return file;
}

void __antumbra_close_descriptor(int file) {
  for (int i = 0; i < DESCRIPTORS; i++)
    if (in_use[i] == file) in_use[i] = -1;
}
