// provides: read write open open64 creat close lseek lseek64 dup dup2 pipe isatty access unlink rmdir mkdir chdir getcwd
// provides: fsync pread pwrite ftruncate truncate
// System calls on files that are all known.
#include "filesystem/filesystem.h"

extern int __antumbra_working ANTUMBRA_OURS("working");
void __antumbra_settle(int file) ANTUMBRA_OURS("settle");  // no stream has anything of it in a buffer

ssize_t read(int file, void *buffer, size_t size) {
  int it = __antumbra_description(file);
  if (it == NONE || FAILS("read_fails")) return -1;
  if (__antumbra_io_may_fail && size > 1) {
    // anything but nothing, if there is something
    size_t part = WORLD(unsigned long, "read_at_most");
    __VERIFIER_assume((part >= 1) & (part <= size));
    size = part;
  }
  return __antumbra_get(it, buffer, size, 0);
}

ssize_t write(int file, const void *buffer, size_t size) {
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  if (size) klee_check_memory_access(buffer, size);
  if (FAILS("write_fails")) return -1;
  if (__antumbra_io_may_fail && size > 1) {
    size_t part = WORLD(unsigned long, "write_at_most");
    __VERIFIER_assume((part >= 1) & (part <= size));
    size = part;
  }
  return __antumbra_put(it, buffer, size, 0);
}

int open(const char *name, int flags, ...) {
  va_list arguments;
  unsigned mode = 0;
  __antumbra_mount();
  if (flags & CREATE) {
    va_start(arguments, flags);
    mode = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  __antumbra_read_string(name);
  if (FAILS("open_fails")) return -1;
  return __antumbra_file_open(name, flags, mode);
}

int open64(const char *name, int flags, ...) {
  va_list arguments;
  unsigned mode = 0;
  if (flags & CREATE) {
    va_start(arguments, flags);
    mode = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  return open(name, flags, mode);
}

int creat(const char *name, unsigned mode) {
  return open(name, WRITING | CREATE | TRUNCATE, mode);
}

int close(int file) {
  if (__antumbra_description(file) == NONE) return -1;
  __antumbra_settle(file);
  int failed = FAILS("close_fails");
  __antumbra_close(file);  // Linux closes it all the same
  return failed ? -1 : 0;
}

long lseek(int file, long offset, int whence) {
  int it = __antumbra_description(file);
  return it == NONE ? -1 : __antumbra_seek(it, offset, whence, 0);
}

long long lseek64(int file, long long offset, int whence) {
  if (offset > LONG_MAX || offset < LONG_MIN) __antumbra_unsupported("a place beyond 2 GB");
  return lseek(file, (long)offset, whence);
}

// At a place, without moving.
ssize_t pread(int file, void *buffer, size_t size, long at) {
  if (at < 0) return failure(EINVAL);
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  long old = descriptions[it].at;
  if (__antumbra_seek(it, at, 0, 0) == -1) return -1;
  ssize_t count = read(file, buffer, size);
  descriptions[it].at = old;
  return count;
}

ssize_t pwrite(int file, const void *buffer, size_t size, long at) {
  if (at < 0) return failure(EINVAL);
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  long old = descriptions[it].at;
  if (__antumbra_seek(it, at, 0, 0) == -1) return -1;
  ssize_t count = write(file, buffer, size);
  descriptions[it].at = old;
  return count;
}

static int resize(int node, long size) {
  long old = __antumbra_size(node);
  byte *data = __antumbra_room(node, size);
  for (long i = size; i < old; i++) data[i] = 0;
  nodes[node].size = size;
  return 0;
}

int ftruncate(int file, long size) {
  if (size < 0) return failure(EINVAL);
  int it = __antumbra_description(file);
  if (it == NONE || FAILS("ftruncate_fails")) return -1;
  int node = descriptions[it].node;
  if (nodes[node].kind != FILE_NODE || (descriptions[it].flags & ACCESS) == READING) return failure(EINVAL);
  if (nodes[node].dirty || nodes[node].ahead) __antumbra_unsupported("a file of which a stream holds a part");
  return resize(node, size);
}

int truncate(const char *name, long size) {
  int parent;
  char last[NAME];
  if (size < 0) return failure(EINVAL);
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("truncate_fails")) return -1;
  if (nodes[node].kind == DIRECTORY) return failure(EISDIR);
  if (nodes[node].dirty || nodes[node].ahead) __antumbra_unsupported("a file of which a stream holds a part");
  return resize(node, size);
}

static int lead(int file, int it) {
  descriptions[it].used++;
  return __antumbra_descriptors[file] = it, file;
}

int dup(int file) {
  int it = __antumbra_description(file), other = 0;
  if (it == NONE || FAILS("dup_fails")) return -1;
  while (other < DESCRIPTORS && __antumbra_descriptors[other] != NONE) other++;
  if (other == DESCRIPTORS) __antumbra_unsupported("many open files");
  return lead(other, it);
}

int dup2(int file, int other) {
  int it = __antumbra_description(file);
  if (it == NONE) return -1;
  if (other < 0) return failure(EBADF);
  if (other >= DESCRIPTORS) __antumbra_unsupported("many open files");
  if (FAILS("dup2_fails")) return -1;
  if (file == other) return other;
  __antumbra_settle(other);
  if (__antumbra_descriptors[other] != NONE) __antumbra_close(other);
  return lead(other, it);
}

int pipe(int *ends) {
  __antumbra_mount();
  if (FAILS("pipe_fails")) return -1;
  int node = __antumbra_make(PIPE, NONE, "", 0600);
  __antumbra_room(node, 0);
  ends[0] = __antumbra_describe(node, READING);
  ends[1] = __antumbra_describe(node, WRITING);
  return 0;
}

int isatty(int file) {
  static int known[DESCRIPTIONS], answers[DESCRIPTIONS];
  int it = __antumbra_description(file);
  if (it == NONE) return 0;
  if (nodes[descriptions[it].node].kind != OUTPUT) {
    errno = 25;
    return 0;
  }
  if (!known[it]) known[it] = 1, answers[it] = __antumbra_between(0, 1, "isatty");
  if (!answers[it]) errno = 25;
  return answers[it];
}

int access(const char *name, int mode) {
  int parent;
  char last[NAME];
  __antumbra_read_string(name);
  if (mode & ~7) return failure(EINVAL);
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("access_fails")) return -1;
  if ((mode & 1) && nodes[node].kind != DIRECTORY && !(nodes[node].mode & 0111)) return failure(13);
  if ((nodes[node].mode & 0600) != 0600) __antumbra_unsupported("a file that its owner may not read and write");
  return 0;
}

int unlink(const char *name) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("unlink_fails")) return -1;
  if (nodes[node].kind == DIRECTORY) return failure(EISDIR);
  __antumbra_unlink(node);
  return 0;
}

static int is_empty(int directory) {
  for (int i = 1; i < NODES; i++)
    if (nodes[i].linked && nodes[i].parent == directory) return 0;
  return 1;
}

int rmdir(const char *name) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("rmdir_fails")) return -1;
  if (nodes[node].kind != DIRECTORY) return failure(ENOTDIR);
  if (!*last || node == ROOT || node == __antumbra_working) __antumbra_unsupported("rmdir of the working directory");
  if (!is_empty(node)) return failure(ENOTEMPTY);
  __antumbra_unlink(node);
  return 0;
}

int mkdir(const char *name, unsigned mode) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node != NONE || (errno == ENOTDIR && parent != NONE)) return failure(EEXIST);
  if (errno != ENOENT || parent == NONE || !*last) return -1;
  if ((mode & 0700) != 0700) __antumbra_unsupported("a directory that its owner may not use");
  if (mode & 07000) __antumbra_unsupported("a directory that is made with such permissions");
  if (FAILS("mkdir_fails")) return -1;
  __antumbra_make(DIRECTORY, parent, last, mode & 0755);
  return 0;
}

int chdir(const char *name) {
  int parent;
  char last[NAME];
  int node = __antumbra_find(name, &parent, last);
  if (node == NONE || FAILS("chdir_fails")) return -1;
  if (nodes[node].kind != DIRECTORY) return failure(ENOTDIR);
  __antumbra_working = node;
  return 0;
}

char *getcwd(char *buffer, size_t size) {
  char path[NAME * 4];
  size_t at = sizeof path;
  __antumbra_mount();
  path[--at] = 0;
  for (int node = __antumbra_working; node != ROOT; node = nodes[node].parent) {
    size_t length = 0;
    while (nodes[node].name[length]) length++;
    if (length + 1 > at) __antumbra_unsupported("directories many levels deep");
    at -= length;
    for (size_t i = 0; i < length; i++) path[at + i] = nodes[node].name[i];
    path[--at] = '/';
  }
  if (!path[at]) path[--at] = '/';
  size_t needed = sizeof path - at;
  if (buffer && !size) {
    errno = EINVAL;
    return 0;
  }
  if (size && needed > size) {
    errno = ERANGE;
    return 0;
  }
  if (FAILS("getcwd_fails")) return 0;
  if (!buffer && !(buffer = malloc(size ? size : needed))) return 0;
  for (size_t i = 0; i < needed; i++) buffer[i] = path[at + i];
  return buffer;
}

int fsync(int file) {
  if (__antumbra_description(file) == NONE || FAILS("fsync_fails")) return -1;
  return 0;
}
