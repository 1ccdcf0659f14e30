// provides: remove rename stat lstat fstat stat64 lstat64 fstat64 opendir readdir readdir64 closedir rewinddir dirfd
// Names of files: changed, looked at, listed.
#include "filesystem/filesystem.h"

int unlink(const char *name);
int rmdir(const char *name);

int remove(const char *name) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE) return -1;
  return nodes[node].kind == DIRECTORY ? rmdir(name) : unlink(name);
}

static int is_empty(int directory) {
  for (int i = 1; i < NODES; i++)
    if (nodes[i].linked && nodes[i].parent == directory) return 0;
  return 1;
}

int rename(const char *old, const char *name) {
  int from, to;
  char was[NAME], last[NAME];
  __antumbra_read_string(name);
  // first the folders, then what is in them
  int node = __antumbra_find(old, &from, was), number = errno;
  if (from == NONE) return -1;
  int other = __antumbra_find(name, &to, last), later = errno;
  if (to == NONE) return -1;
  if (!*was || !*last) return failure(EBUSY);
  if (node == NONE) return failure(number);
  if (other == NONE && later != ENOENT) return failure(later);
  int directory = nodes[node].kind == DIRECTORY;
  if (other == NONE && last[NAME - 1] && !directory) return failure(ENOTDIR);
  if (other == node) return 0;
  if (FAILS("rename_fails")) return -1;
  for (int above = to; directory; above = nodes[above].parent) {
    if (above == node) return failure(EINVAL);
    if (above == ROOT) break;
  }
  if (other != NONE) {
    extern int __antumbra_working ANTUMBRA_OURS("working");
    if (other == __antumbra_working) __antumbra_unsupported("rename to the working directory");
    for (int above = from; nodes[other].kind == DIRECTORY; above = nodes[above].parent) {
      if (above == other) return failure(ENOTEMPTY);
      if (above == ROOT) break;
    }
    if (directory && nodes[other].kind != DIRECTORY) return failure(ENOTDIR);
    if (!directory && nodes[other].kind == DIRECTORY) return failure(EISDIR);
    if (directory && !is_empty(other)) return failure(ENOTEMPTY);
    __antumbra_unlink(other);
  }
  nodes[node].parent = to;
  nodes[node].serial = __antumbra_serial();
  for (int i = 0; (nodes[node].name[i] = last[i]); i++) {
  }
  return 0;
}

// ---------------------------------------------------------------- looked at

// x86-64's; what is not a matter of this tree is up to the world
struct stat {
  unsigned long device, number, links;
  unsigned mode, user, group, padding;
  unsigned long special;
  long size, block, blocks;
  long times[6];
  long reserved[3];
};

static unsigned long links_of(int node) {
  unsigned long links = nodes[node].kind == DIRECTORY ? 2 : (unsigned long)nodes[node].linked;
  for (int i = 1; nodes[node].kind == DIRECTORY && i < NODES; i++)
    links += nodes[i].linked && nodes[i].parent == node && nodes[i].kind == DIRECTORY;
  return links;
}

static int look(int node, struct stat *to) {
  static unsigned long device;
  static int known;
  if (sizeof(long) != 8) __antumbra_unsupported("stat on 32 bits");
  Node *it = &nodes[node];
  if (it->kind == OUTPUT || it->kind == INPUT || it->kind == PIPE) __antumbra_unsupported("stat of a standard stream or a pipe");
  if (it->dirty) __antumbra_unsupported("stat of a file while a stream has a part of it in a buffer");
  if (it->spoiled) __antumbra_unsupported("stat of a file to which a write failed");
  if (!known) known = 1, device = WORLD(unsigned long, "device");
  *to = (struct stat){.device = device, .number = 2 + (unsigned long)node, .links = links_of(node)};
  to->mode = (it->kind == DIRECTORY ? 0040000u : 0100000u) | it->mode;
  to->user = WORLD(unsigned, "owner"), to->group = WORLD(unsigned, "owner");
  to->size = it->kind == DIRECTORY ? WORLD(long, "size_of_directory") & LONG_MAX : it->size;
  to->block = 4096;
  to->blocks = WORLD(long, "blocks") & LONG_MAX;
  for (int i = 0; i < 6; i++) to->times[i] = WORLD(long, "times");
  return 0;
}

int stat(const char *name, struct stat *to) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("stat_fails")) return -1;
  return look(node, to);
}

int lstat(const char *name, struct stat *to) {
  return stat(name, to);
}

int fstat(int file, struct stat *to) {
  int it = __antumbra_description(file);
  if (it == NONE || FAILS("fstat_fails")) return -1;
  return look(descriptions[it].node, to);
}

int stat64(const char *name, struct stat *to) {
  return stat(name, to);
}

int lstat64(const char *name, struct stat *to) {
  return stat(name, to);
}

int fstat64(int file, struct stat *to) {
  return fstat(file, to);
}

// ---------------------------------------------------------------- listed

struct dirent {
  unsigned long number;
  long next;
  unsigned short length;
  byte type;
  char name[256];
};

typedef struct {
  int descriptor;
  byte told[NODES + 1];  // . and .. are the node itself, and the last
  long listed[NODES];    // serial numbers of what was in it when the listing began
  struct dirent entry;
} DIR;

static long entry_of(int directory, int i) {
  return nodes[i].linked && nodes[i].parent == directory && i != ROOT ? nodes[i].serial : 0;
}

static void begin(DIR *directory, int node) {
  for (int i = 0; i < NODES; i++) directory->listed[i] = entry_of(node, i), directory->told[i] = 0;
  directory->told[NODES] = 0;
}

DIR *opendir(const char *name) {
  __antumbra_read_string(name);
  if (FAILS("opendir_fails")) return 0;
  int file = __antumbra_file_open(name, READING | DIRECTORY_ONLY, 0);
  if (file == -1) return 0;
  DIR *directory = malloc(sizeof *directory);
  if (!directory) {
    __antumbra_close(file);
    return 0;
  }
  *directory = (DIR){.descriptor = file};
  begin(directory, descriptions[__antumbra_description(file)].node);
  return directory;
}

static int is_entry(const DIR *directory, int node, int i) {
  if (directory->told[i]) return 0;
  return i == node || i == NODES || entry_of(node, i);
}

// Names come in an order of the system's choice, each once.
struct dirent *readdir(DIR *directory) {
  int node = descriptions[__antumbra_description(directory->descriptor)].node, left = 0, chosen = NONE;
  // systems read names ahead: what comes or goes while they are told may be told or not
  for (int i = 0; i < NODES; i++) {
    long now = entry_of(node, i), then = directory->listed[i];
    if (now ? now != then : then && !directory->told[i]) __antumbra_unsupported("readdir of a directory that has changed");
  }
  if (!nodes[node].linked) __antumbra_unsupported("readdir of a directory that is gone");
  for (int i = 0; i <= NODES; i++) left += is_entry(directory, node, i);
  if (!left) return 0;
  if (FAILS("readdir_fails")) return 0;
  int which = left > 1 ? __antumbra_between(0, left - 1, "readdir") : 0;
  for (int i = 0; i <= NODES && chosen == NONE; i++)
    if (is_entry(directory, node, i) && which-- == 0) chosen = i;
  directory->told[chosen] = 1;
  struct dirent *entry = &directory->entry;
  if (sizeof(long) != 8) __antumbra_unsupported("readdir on 32 bits");
  *entry = (struct dirent){.number = 2 + (unsigned long)chosen, .next = WORLD(long, "place_of_entry"), .length = 280};
  if (chosen == node || chosen == NODES) {
    entry->name[0] = '.';
    if (chosen == NODES) entry->name[1] = '.', entry->number = 2 + (unsigned long)nodes[node].parent;
    entry->type = 4;
    return entry;
  }
  for (int i = 0; (entry->name[i] = nodes[chosen].name[i]); i++) {
  }
  entry->type = nodes[chosen].kind == DIRECTORY ? 4 : 8;
  return entry;
}

struct dirent *readdir64(DIR *directory) {
  return readdir(directory);
}

void rewinddir(DIR *directory) {
  begin(directory, descriptions[__antumbra_description(directory->descriptor)].node);
}

int dirfd(DIR *directory) {
  return directory->descriptor;
}

int closedir(DIR *directory) {
  int failed = __antumbra_close(directory->descriptor);
  free(directory);
  return failed;
}
