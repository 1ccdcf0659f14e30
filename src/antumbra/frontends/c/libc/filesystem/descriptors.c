// provides: antumbra.describe antumbra.description antumbra.file_open antumbra.close antumbra.get antumbra.put
// provides: antumbra.seek antumbra.descriptions antumbra.descriptors
// Open files. A stream that reads or writes through a buffer leaves the file in a state that others must not see.
#include "filesystem/filesystem.h"

Description descriptions[DESCRIPTIONS];
int __antumbra_descriptors[DESCRIPTORS];

enum { KNOWN_FLAGS = ACCESS | CREATE | EXCLUSIVE | 0400 | TRUNCATE | APPEND | 04000 | 0100000 | DIRECTORY_ONLY | 0400000 | 02000000 };

int __antumbra_describe(int node, int flags) {
  int it = 0, file = 0;
  while (it < DESCRIPTIONS && descriptions[it].used) it++;
  while (file < DESCRIPTORS && __antumbra_descriptors[file] != NONE) file++;
  if (it == DESCRIPTIONS || file == DESCRIPTORS) __antumbra_unsupported("many open files");
  descriptions[it] = (Description){.used = 1, .node = node, .flags = flags};
  __antumbra_descriptors[file] = it;
  nodes[node].opened++;
  return file;
}

int __antumbra_description(int file) {
  __antumbra_mount();
  if (file < 0 || file >= DESCRIPTORS || __antumbra_descriptors[file] == NONE) return failure(EBADF);
  return __antumbra_descriptors[file];
}

// No other stream holds a part of the file: of what was written, or (for one that writes) of what was read.
static void alone(int node, int writes, const void *stream, const Description *it) {
  int others = nodes[node].ahead - (it->reader == stream && stream != 0);
  if ((nodes[node].dirty && nodes[node].dirty != stream) || (it->reader && it->reader != stream) || (writes && others))
    __antumbra_unsupported("a file that is used in two ways while one of them has a part of it in a buffer");
}

int __antumbra_file_open(const char *path, int flags, unsigned mode) {
  int parent;
  char last[NAME];
  int made_of_nothing = (flags & CREATE) && (flags & DIRECTORY_ONLY);  // kernels differ
  if ((flags & ~KNOWN_FLAGS) || (flags & ACCESS) == ACCESS || made_of_nothing) __antumbra_unsupported("open with such flags");
  int node = __antumbra_find(path, &parent, last), writes = (flags & ACCESS) != READING;
  if ((flags & CREATE) && parent != NONE && *last && last[NAME - 1]) return failure(EISDIR);
  if (node == NONE) {
    if (errno != ENOENT || parent == NONE || !(flags & CREATE) || !*last) return NONE;
    if (!nodes[parent].linked && parent != ROOT) return failure(ENOENT);
    if (mode & 07000) __antumbra_unsupported("a file that is made with such permissions");
    node = __antumbra_make(FILE_NODE, parent, last, mode & 0755);
  } else {
    if ((flags & CREATE) && (flags & EXCLUSIVE)) return failure(EEXIST);
    if (nodes[node].kind == DIRECTORY && (writes || (flags & CREATE))) return failure(EISDIR);
    if (nodes[node].kind != DIRECTORY && (flags & DIRECTORY_ONLY)) return failure(ENOTDIR);
    if ((nodes[node].mode & 0600) != 0600) __antumbra_unsupported("a file that its owner may not read and write");
    if ((flags & TRUNCATE) && nodes[node].kind == FILE_NODE) {
      Description none = {0};
      alone(node, 1, 0, &none);
      __builtin_memset(__antumbra_room(node, 0), 0, ROOM);
      nodes[node].size = 0;
    }
  }
  return __antumbra_describe(node, flags);
}

int __antumbra_close(int file) {
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  __antumbra_descriptors[file] = NONE;
  if (--descriptions[it].used == 0) {
    int node = descriptions[it].node;
    nodes[node].opened--;
    __antumbra_release(node);
  }
  return 0;
}

// ---------------------------------------------------------------- bytes

// What came out of a pipe is gone. With nobody left who writes, it ends.
static long get_piped(Node *pipe, byte *to, size_t size) {
  size_t n = 0;
  int writers = 0;
  for (int i = 0; i < DESCRIPTIONS; i++)
    writers += descriptions[i].used && &nodes[descriptions[i].node] == pipe && (descriptions[i].flags & ACCESS) == WRITING;
  if (size && pipe->start == pipe->size && writers) __antumbra_unsupported("waiting for what nobody writes to a pipe");
  for (; n < size && pipe->start < pipe->size; n++) to[n] = pipe->data[pipe->start++];
  if (pipe->start == pipe->size) pipe->start = pipe->size = 0;
  return (long)n;
}

long __antumbra_get(int description, byte *to, size_t size, void *stream) {
  Description *it = &descriptions[description];
  Node *node = &nodes[it->node];
  if ((it->flags & ACCESS) == WRITING) return failure(EBADF);
  if (node->kind == DIRECTORY) return failure(EISDIR);
  if (node->spoiled) __antumbra_unsupported("reading a file to which a write failed");
  alone(it->node, 0, stream, it);
  if (node->kind == PIPE) return get_piped(node, to, size);
  size_t n = 0;
  for (; n < size && it->at < node->size; n++) to[n] = node->data[it->at++];
  return (long)n;
}

static long put_piped(Node *pipe, int number, const byte *from, size_t size) {
  int readers = 0;
  for (int i = 0; i < DESCRIPTIONS; i++)
    readers += descriptions[i].used && &nodes[descriptions[i].node] == pipe && (descriptions[i].flags & ACCESS) == READING;
  if (!readers) __antumbra_unsupported("SIGPIPE: a pipe that nobody reads is written");
  byte *to = __antumbra_room(number, pipe->size + (long)size);
  for (size_t n = 0; n < size; n++) to[pipe->size++] = from[n];
  return (long)size;
}

long __antumbra_put(int description, const byte *from, size_t size, void *stream) {
  Description *it = &descriptions[description];
  Node *node = &nodes[it->node];
  if ((it->flags & ACCESS) == READING) return failure(EBADF);
  if (node->kind == OUTPUT) return (long)size;
  alone(it->node, 1, stream, it);
  if (node->kind == PIPE) return put_piped(node, it->node, from, size);
  if (!size) return 0;
  if (it->flags & APPEND) it->at = __antumbra_size(it->node);
  if (size > ROOM || it->at > ROOM) __antumbra_unsupported("a file of more than 4096 bytes that is written");
  long end = it->at + (long)size;
  byte *to = __antumbra_room(it->node, end);
  long old = __antumbra_size(it->node);
  for (size_t n = 0; n < size; n++) to[it->at++] = from[n];
  if (end > old) node->size = end;
  return (long)size;
}

long __antumbra_seek(int description, long offset, int whence, void *stream) {
  Description *it = &descriptions[description];
  Node *node = &nodes[it->node];
  if (whence < 0 || whence > 4) return failure(EINVAL);
  if (node->kind == PIPE) return failure(ESPIPE);
  if (node->kind == OUTPUT) __antumbra_unsupported("a place in the standard output");
  if (node->kind == DIRECTORY) __antumbra_unsupported("a place in a directory");
  if (node->kind == INPUT) {
    // the standard input is a file or a pipe, as the world decides once
    static int known, piped;
    if (!known) known = 1, piped = __antumbra_between(0, 1, "stdin_is_a_pipe");
    if (piped) return failure(ESPIPE);
  }
  alone(it->node, 0, stream, it);
  if (whence == 3 || whence == 4) __antumbra_unsupported("SEEK_DATA and SEEK_HOLE");
  long base = whence == 0 ? 0 : whence == 1 ? it->at : __antumbra_size(it->node), place;
  if (__builtin_add_overflow(base, offset, &place) || place < 0) return failure(EINVAL);
  if (klee_is_symbolic((uintptr_t)place) && place > 1 << 16) __antumbra_unsupported("an unknown place far away");
  return it->at = decided(place, 1 << 16);
}
