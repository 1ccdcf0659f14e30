// provides: read write open open64 creat close lseek lseek64 dup dup2 pipe isatty access unlink rmdir mkdir chdir getcwd
// provides: getpid getppid getuid geteuid getgid getegid fsync
// Files hold unknown bytes and forget what is written. Every call may fail.
#include "antumbra.h"

#define STATUS(name) __antumbra_noted(__antumbra_between(-1, 0, name))
#define DESCRIPTOR(name) __antumbra_noted(__antumbra_between(-1, 1023, name))

ssize_t read(int file, void *buffer, size_t size) {
  (void)file;
  long count = __VERIFIER_nondet_long();
  __VERIFIER_assume((count >= -1) & ((count < 0) | ((unsigned long)count <= size)));
  if (count < 0) {
    errno = __antumbra_between(1, 133, "errno");
    return -1;
  }
  unknown_prefix(buffer, size, (size_t)count);
  return count;
}

ssize_t write(int file, const void *buffer, size_t size) {
  (void)file;
  if (size) klee_check_memory_access(buffer, size);
  long count = __VERIFIER_nondet_long();
  __VERIFIER_assume((count >= -1) & ((count < 0) | ((unsigned long)count <= size)));
  return count;
}

int open(const char *name, int flags, ...) {
  (void)flags;
  klee_check_memory_access(name, 1);
  return DESCRIPTOR("open");
}

int open64(const char *name, int flags, ...) {
  return open(name, flags);
}

int creat(const char *name, unsigned mode) {
  (void)mode;
  return open(name, 0);
}

int close(int file) {
  (void)file;
  return STATUS("close");
}

long lseek(int file, long offset, int whence) {
  (void)file, (void)offset, (void)whence;
  return __antumbra_long_between(-1, LONG_MAX);
}

long long lseek64(int file, long long offset, int whence) {
  return lseek(file, (long)offset, whence);
}

int dup(int file) {
  (void)file;
  return DESCRIPTOR("dup");
}

int dup2(int file, int other) {
  (void)file;
  return STATUS("dup2") ? -1 : other;
}

int pipe(int *ends) {
  if (STATUS("pipe")) return -1;
  ends[0] = __antumbra_between(0, 1023, "pipe");
  ends[1] = __antumbra_between(0, 1023, "pipe");
  return 0;
}

int isatty(int file) {
  (void)file;
  return __antumbra_between(0, 1, "isatty");
}

int access(const char *name, int mode) {
  (void)mode;
  klee_check_memory_access(name, 1);
  return STATUS("access");
}

int unlink(const char *name) {
  return access(name, 0);
}

int rmdir(const char *name) {
  return access(name, 0);
}

int mkdir(const char *name, unsigned mode) {
  (void)mode;
  return access(name, 0);
}

int chdir(const char *name) {
  return access(name, 0);
}

char *getcwd(char *buffer, size_t size) {
  if (!buffer || !size || STATUS("getcwd")) return 0;
  size_t length = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(length < size);
  unknown_prefix(buffer, size - 1, length);
  buffer[length] = 0;
  return buffer;
}

int getpid(void) {
  return __antumbra_between(1, INT_MAX, "getpid");
}

int getppid(void) {
  return __antumbra_between(0, INT_MAX, "getppid");
}

unsigned getuid(void) {
  return __VERIFIER_nondet_uint();
}

unsigned geteuid(void) {
  return __VERIFIER_nondet_uint();
}

unsigned getgid(void) {
  return __VERIFIER_nondet_uint();
}

unsigned getegid(void) {
  return __VERIFIER_nondet_uint();
}

int fsync(int file) {
  (void)file;
  return STATUS("fsync");
}
