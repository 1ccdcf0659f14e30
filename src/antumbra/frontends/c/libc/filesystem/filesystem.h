// Files that are all known: a tree of nodes, open files (descriptions) and their numbers (descriptors).
//
// Bytes and sizes may be unknown within bounds, places are not: what depends on an unknown size is decided where it is
// asked for. What has no room in the tables, or is not modelled, ends the path as unsupported.
#ifndef ANTUMBRA_FILESYSTEM_H
#define ANTUMBRA_FILESYSTEM_H

#include "antumbra.h"

#define EIO 5
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define ESPIPE 29
#define EPIPE 32
#define EBUSY 16
#define ENOTEMPTY 39

enum { NODES = 32, DESCRIPTIONS = 32, DESCRIPTORS = 32, NAME = 64, ROOM = 4096, NONE = -1, ROOT = 0 };
enum { READING = 0, WRITING = 1, BOTH = 2, ACCESS = 3 };  // of flags
enum { CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000, DIRECTORY_ONLY = 0200000 };
enum { ABSENT, FILE_NODE, DIRECTORY, PIPE, OUTPUT, INPUT };  // kinds of nodes; the standard streams have their own

typedef struct {
  int kind, parent, linked;  // linked: it has a name
  int opened;                // descriptions that lead to it
  unsigned mode;             // permissions
  long size;
  long start;   // of a pipe: how much was read
  byte *data;   // may be the world's, which is not written
  int own;      // whether data is a room of ours
  void *dirty;  // the stream that holds what was written to it, in a buffer
  int ahead;    // streams that may have read on in it
  int spoiled;  // a write failed: nobody knows what it holds
  long serial;  // another one for each name that it gets
  char name[NAME];
} Node;

typedef struct {
  int used;  // descriptors that lead to it; 0: it is free
  int node, flags;
  long at;
  void *reader;  // the stream that may have read on
} Description;

extern Node __antumbra_nodes[NODES] ANTUMBRA_OURS("nodes");
extern Description __antumbra_descriptions[DESCRIPTIONS] ANTUMBRA_OURS("descriptions");
extern int __antumbra_descriptors[DESCRIPTORS] ANTUMBRA_OURS("descriptors");
#define nodes __antumbra_nodes
#define descriptions __antumbra_descriptions

// what is given
extern const int __antumbra_file_count ANTUMBRA_OURS("file_count");
extern byte *const __antumbra_file_data[] ANTUMBRA_OURS("file_data");
extern int __antumbra_file_sizes[] ANTUMBRA_OURS("file_sizes");
extern const int __antumbra_io_may_fail ANTUMBRA_OURS("io_may_fail");

void __antumbra_mount(void) ANTUMBRA_OURS("mount");  // before anything else
// A path to its node; NONE with errno. "parent" and "last" say where a node that is not there would be (parent: NONE if
// nowhere). last has NAME characters, the last of which is a slash if the path ends with one; it is empty for . and ..
// and the root.
int __antumbra_find(const char *path, int *parent, char *last) ANTUMBRA_OURS("find");
int __antumbra_make(int kind, int parent, const char *name, unsigned mode) ANTUMBRA_OURS("make");
void __antumbra_release(int node) ANTUMBRA_OURS("release");  // free it if nothing leads to it
byte *__antumbra_room(int node, long size) ANTUMBRA_OURS("room");  // its bytes, for writing as many
long __antumbra_size(int node) ANTUMBRA_OURS("size");  // its size, decided
void __antumbra_unlink(int node) ANTUMBRA_OURS("unlink");
long __antumbra_serial(void) ANTUMBRA_OURS("serial");

int __antumbra_describe(int node, int flags) ANTUMBRA_OURS("describe");  // a new descriptor
int __antumbra_description(int file) ANTUMBRA_OURS("description");  // NONE with errno
int __antumbra_file_open(const char *path, int flags, unsigned mode) ANTUMBRA_OURS("file_open");
int __antumbra_close(int file) ANTUMBRA_OURS("close");
// On a description, for a stream or (null) for none; they do not fail for reasons of --io-may-fail.
long __antumbra_get(int description, byte *to, size_t size, void *stream) ANTUMBRA_OURS("get");
long __antumbra_put(int description, const byte *from, size_t size, void *stream) ANTUMBRA_OURS("put");
long __antumbra_seek(int description, long offset, int whence, void *stream) ANTUMBRA_OURS("seek");

// Whether an operation fails for no reason of its own; then errno says EIO, or what the world decides.
#define FAILS(name)                                                              \
  (__antumbra_io_may_fail && __antumbra_between(0, 1, name)                      \
       ? (errno = __antumbra_between(1, 133, "errno"), 1)                        \
       : 0)

static inline int failure(int number) {
  errno = number;
  return -1;
}

// An unknown number in 0..most, decided.
static inline long decided(long value, long most) {
  if (!klee_is_symbolic((uintptr_t)value)) return value;
  for (long i = 0; i < most; i++)
    if (value == i) return i;
  return most;
}

#endif
