// provides: antumbra.mount antumbra.find antumbra.make antumbra.release antumbra.room antumbra.size antumbra.unlink
// provides: antumbra.nodes antumbra.working antumbra.serial
// The tree: a root, which is the working directory in the beginning, and the files A, B, …
#include "filesystem/filesystem.h"

enum { ROOMS = 8 };
static byte first[ROOM], second[ROOM], third[ROOM], fourth[ROOM], fifth[ROOM], sixth[ROOM], seventh[ROOM], last_room[ROOM];
static byte *const rooms[ROOMS] = {first, second, third, fourth, fifth, sixth, seventh, last_room};
static byte taken[ROOMS];
Node nodes[NODES];
int __antumbra_working ANTUMBRA_OURS("working");

static void attach_standard(int descriptor, int node, int flags) {
  descriptions[descriptor] = (Description){.used = 1, .node = node, .flags = flags};
  __antumbra_descriptors[descriptor] = descriptor;
  nodes[node].opened++;
}

void __antumbra_mount(void) {
  static int mounted;
  if (mounted) return;
  mounted = 1;
  nodes[ROOT] = (Node){.kind = DIRECTORY, .linked = 1, .mode = 0755};
  for (int i = 0; i < __antumbra_file_count; i++) {
    char name[2] = {(char)('A' + i), 0};
    Node *node = &nodes[__antumbra_make(FILE_NODE, ROOT, name, 0644)];
    node->data = __antumbra_file_data[i];
    node->size = __antumbra_file_sizes[i];
  }
  for (int i = 0; i < DESCRIPTORS; i++) __antumbra_descriptors[i] = NONE;
  int input = __antumbra_make(INPUT, NONE, "", 0600);
  nodes[input].data = __antumbra_file_data[__antumbra_file_count];
  nodes[input].size = __antumbra_file_sizes[__antumbra_file_count];
  int output = __antumbra_make(OUTPUT, NONE, "", 0600);
  attach_standard(0, input, READING);
  attach_standard(1, output, WRITING);
  attach_standard(2, output, WRITING);
}

long __antumbra_serial(void) {
  static long last;
  return ++last;
}

int __antumbra_make(int kind, int parent, const char *name, unsigned mode) {
  int i = 1;
  while (i < NODES && nodes[i].kind != ABSENT) i++;
  if (i == NODES) __antumbra_unsupported("many files");
  nodes[i] = (Node){.kind = kind, .parent = parent, .linked = parent != NONE, .mode = mode, .serial = __antumbra_serial()};
  for (int k = 0; (nodes[i].name[k] = name[k]); k++) {
  }
  return i;
}

static void forget(Node *node) {
  if (!node->own) return;
  for (int i = 0; i < ROOMS; i++)
    if (rooms[i] == node->data) taken[i] = 0;
}

void __antumbra_release(int node) {
  if (nodes[node].linked || nodes[node].opened) return;
  forget(&nodes[node]);
  nodes[node].kind = ABSENT;
}

void __antumbra_unlink(int node) {
  nodes[node].linked = 0;
  nodes[node].parent = NONE;
  __antumbra_release(node);
}

long __antumbra_size(int node) {
  return nodes[node].size = decided(nodes[node].size, 1 << 16);
}

// Bytes beyond the size are zero.
byte *__antumbra_room(int node, long size) {
  Node *it = &nodes[node];
  if (size > ROOM) __antumbra_unsupported("a file of more than 4096 bytes that is written");
  if (it->own) return it->data;
  int i = 0;
  while (i < ROOMS && taken[i]) i++;
  if (i == ROOMS) __antumbra_unsupported("many files that are written");
  long old = __antumbra_size(node);
  if (old > ROOM) __antumbra_unsupported("a file of more than 4096 bytes that is written");
  taken[i] = 1;
  __builtin_memset(rooms[i], 0, ROOM);
  for (long k = 0; k < old; k++) rooms[i][k] = it->data[k];
  it->data = rooms[i];
  it->own = 1;
  return it->data;
}

// ---------------------------------------------------------------- paths

// Whether a text, of which "rest" bytes may be read, is just this name, or its part of "length" characters.
static int same(const char *text, size_t rest, const char *name, int length) {
  int equal = 1;
  for (size_t i = 0; i < rest; i++) {
    byte c = (length >= 0 && i == (size_t)length) ? 0 : (byte)text[i];
    equal &= c == (byte)name[i];
    if (!klee_is_symbolic(c) && c != (byte)name[i]) return 0;
    if (!name[i]) return equal;
  }
  return 0;
}

static int child(int parent, const char *text, size_t rest, int length) {
  if (same(text, rest, ".", length)) return parent;
  if (same(text, rest, "..", length)) return parent == ROOT ? ROOT : nodes[parent].parent;
  for (int i = 1; i < NODES; i++)
    if (nodes[i].linked && nodes[i].parent == parent && same(text, rest, nodes[i].name, length)) return i;
  return NONE;
}

static int find_last(int parent, const char *text, size_t rest, int length, char *last) {
  int found = child(parent, text, rest, length);
  int special = same(text, rest, ".", length) || same(text, rest, "..", length);
  int i = 0;
  for (; !special && (length < 0 ? text[i] != 0 : i < length); i++) {
    if (i == NAME - 2) __antumbra_unsupported("a name of more than 62 characters");
    if (found == NONE) last[i] = text[i];
    else last[i] = nodes[found].name[i];
  }
  last[i] = 0;
  if (found == NONE) errno = ENOENT;
  return found;
}

int __antumbra_find(const char *path, int *parent, char *last) {
  __antumbra_mount();
  __antumbra_read_string(path);
  size_t rest = __antumbra_object_size(path) - (size_t)(path - (const char *)__antumbra_object_base(path));
  int slashes = 0, ended = 0;
  for (size_t i = 0; i < rest; i++) {
    byte c = (byte)path[i];
    if (!klee_is_symbolic(c) && !c) break;
    ended |= !c;
    slashes |= (c == '/') & !ended;
  }
  int at = __antumbra_working;
  *parent = at;
  *last = last[NAME - 1] = 0;
  if (!*path) {
    *parent = NONE;
    return failure(ENOENT);
  }
  if (!slashes) return find_last(at, path, rest, -1, last);
  if (*path == '/') at = ROOT;
  *parent = at;
  for (;;) {
    while (*path == '/') path++, rest--;
    if (!*path) return at;  // a path that ends with a slash
    int length = 0;
    while (path[length] && path[length] != '/') length++;
    *parent = nodes[at].kind == DIRECTORY ? at : NONE;
    if (*parent == NONE) return failure(ENOTDIR);
    int found = find_last(at, path, rest, length, last), end = length;
    while (path[end] == '/') end++;
    if (!path[end]) {
      if (path[length]) last[NAME - 1] = '/';
      if (path[length] && found != NONE && nodes[found].kind != DIRECTORY) return failure(ENOTDIR);
      return found;
    }
    if (found == NONE) {
      *parent = NONE;
      return failure(ENOENT);
    }
    at = found, path += length, rest -= (size_t)length;
  }
}
