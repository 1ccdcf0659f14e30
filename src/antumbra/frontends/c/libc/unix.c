// provides: read write open open64 creat close lseek lseek64 dup dup2 pipe isatty access unlink rmdir mkdir chdir getcwd
// provides: fsync
// Files hold unknown bytes and forget what is written. Every call may fail.
#include "stdio.h"

#define STATUS(name) __antumbra_noted(__antumbra_between(-1, 0, name))
#define DESCRIPTOR() __antumbra_noted(__antumbra_new_descriptor())

OPEN_RESULT(long, read_count);
OPEN_RESULT(byte, read);
OPEN_RESULT(long, lseek);

// No file has a number below zero.
static int is_file(int file) {
  if (file >= 0) return 1;
  errno = EBADF;
  return 0;
}

static int reopened;  // a file was opened twice, or a place in one was sought

static ssize_t read_again(byte *to, size_t size) {
  long count = __antumbra_at_least_minus_one(__antumbra_any_read_count());
  count = count < 0 ? -1 : (long)((size_t)count % (size + 1));
  for (size_t i = 0; (long)i < count; i++) to[i] = __antumbra_any_read();
  return __antumbra_noted(count);
}

ssize_t read(int file, void *buffer, size_t size) {
  if (!is_file(file)) return -1;
  if (file && (reopened || __antumbra_files_changed())) return read_again(buffer, size);
  long count = WORLD(long, "read");
  __VERIFIER_assume((count >= -1) & ((count < 0) | ((unsigned long)count <= size)));
  if (count < 0) {
    errno = __antumbra_between(1, 133, "errno");
    return -1;
  }
  unknown_prefix(buffer, size, (size_t)count);
  return count;
}

ssize_t write(int file, const void *buffer, size_t size) {
  if (!is_file(file)) return -1;
  if (file > 2) __antumbra_change_files();
  if (size) klee_check_memory_access(buffer, size);
  long count = WORLD(long, "read");
  __VERIFIER_assume((count >= -1) & ((count < 0) | ((unsigned long)count <= size)));
  return __antumbra_noted(count);
}

int open(const char *name, int flags, ...) {
  (void)flags;
  __antumbra_read_string(name);
  reopened |= __antumbra_opened(name);
  return DESCRIPTOR();
}

int open64(const char *name, int flags, ...) {
  return open(name, flags);
}

int creat(const char *name, unsigned mode) {
  (void)mode;
  return open(name, 0);
}

int close(int file) {
  if (!is_file(file)) return -1;
  __antumbra_close_descriptor(file);
  return STATUS("close");
}

long lseek(int file, long offset, int whence) {
  (void)offset, (void)whence;
  if (!is_file(file)) return -1;
  reopened = 1;
  return __antumbra_noted(__antumbra_at_least_minus_one(__antumbra_any_lseek()));
}

long long lseek64(int file, long long offset, int whence) {
  return lseek(file, (long)offset, whence);
}

int dup(int file) {
  if (!is_file(file)) return -1;
  return DESCRIPTOR();
}

int dup2(int file, int other) {
  if (!is_file(file) || !is_file(other) || STATUS("dup2")) return -1;
  return other;
}

int pipe(int *ends) {
  if (STATUS("pipe")) return -1;
  int from = __antumbra_between(0, 1023, "pipe"), to = __antumbra_between(0, 1023, "pipe");
  __VERIFIER_assume(from != to);
  ends[0] = from, ends[1] = to;
  reopened = 1;  // what comes out is what went in
  return 0;
}

int isatty(int file) {
  static int known[3], answers[3];
  if (!is_file(file)) return 0;
  if (file > 2) return __antumbra_between(0, 1, "isatty");
  if (!known[file]) known[file] = 1, answers[file] = __antumbra_between(0, 1, "isatty");
  return answers[file];
}

int access(const char *name, int mode) {
  (void)mode;
  __antumbra_read_string(name);
  return STATUS("access");
}

static int change(const char *name) {
  __antumbra_read_string(name);
  __antumbra_change_files();
  return STATUS("unlink");
}

int unlink(const char *name) {
  return change(name);
}

int rmdir(const char *name) {
  return change(name);
}

int mkdir(const char *name, unsigned mode) {
  (void)mode;
  return change(name);
}

int chdir(const char *name) {
  return change(name);
}

// It begins with a slash.
char *getcwd(char *buffer, size_t size) {
  if (size == 1) {
    errno = ERANGE;
    return 0;
  }
  if (STATUS("getcwd")) return 0;
  if (!buffer) {
    if (!size) size = 4096;
    buffer = malloc(size);
    if (!buffer) return 0;
  } else if (!size) {
    errno = EINVAL;
    return 0;
  }
  size_t length = WORLD(unsigned long, "read");
  __VERIFIER_assume((length >= 1) & (length < size));
  unknown_text(buffer, size, length);
  buffer[0] = '/';
  return buffer;
}

int fsync(int file) {
  if (!is_file(file)) return -1;
  return STATUS("fsync");
}
