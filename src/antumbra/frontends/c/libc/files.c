// provides: fopen fopen64 freopen fdopen fclose tmpfile feof ferror clearerr feof_unlocked ferror_unlocked
// provides: clearerr_unlocked fseek fseeko ftell ftello rewind fgetpos fsetpos fileno setbuf setvbuf setlinebuf
// provides: remove rename mkstemp flockfile funlockfile
// Opening may fail; what is in a file, and where, is unknown.
#include "stdio.h"

#define STATUS(name) __antumbra_noted(__antumbra_between(-1, 0, name))

FILE *fopen(const char *name, const char *mode) {
  klee_check_memory_access(name, 1);
  klee_check_memory_access(mode, 1);
  if (STATUS("fopen")) return 0;
  FILE *stream = malloc(sizeof *stream);
  if (stream) *stream = (FILE){0};
  return stream;
}

FILE *fopen64(const char *name, const char *mode) {
  return fopen(name, mode);
}

FILE *fdopen(int file, const char *mode) {
  (void)file;
  return fopen(mode, mode);
}

FILE *tmpfile(void) {
  return fopen("", "");
}

int fclose(FILE *stream) {
  int was_standard = (stream == stdin) | (stream == stdout) | (stream == stderr);
  stream->ended = 1;
  if (!was_standard) free(stream);
  return STATUS("fclose");
}

FILE *freopen(const char *name, const char *mode, FILE *stream) {
  if (name) klee_check_memory_access(name, 1);
  klee_check_memory_access(mode, 1);
  if (STATUS("freopen")) return 0;
  *stream = (FILE){0};
  return stream;
}

int feof(FILE *stream) {
  return stream->ended;
}

int ferror(FILE *stream) {
  return stream->failed;
}

void clearerr(FILE *stream) {
  stream->ended = stream->failed = 0;
}

int feof_unlocked(FILE *stream) {
  return feof(stream);
}

int ferror_unlocked(FILE *stream) {
  return ferror(stream);
}

void clearerr_unlocked(FILE *stream) {
  clearerr(stream);
}

int fseek(FILE *stream, long offset, int whence) {
  (void)offset, (void)whence;
  stream->ended = stream->pushed = 0;
  return STATUS("fseek");
}

int fseeko(FILE *stream, long offset, int whence) {
  return fseek(stream, offset, whence);
}

long ftell(FILE *stream) {
  klee_check_memory_access(stream, 1);
  return __antumbra_long_between(-1, LONG_MAX);
}

long ftello(FILE *stream) {
  return ftell(stream);
}

void rewind(FILE *stream) {
  *stream = (FILE){0};
}

int fgetpos(FILE *stream, void *position) {
  klee_check_memory_access(stream, 1);
  klee_check_memory_access(position, 1);
  return STATUS("fgetpos");
}

int fsetpos(FILE *stream, const void *position) {
  klee_check_memory_access(position, 1);
  return fseek(stream, 0, 0);
}

int fileno(FILE *stream) {
  if (stream == stdin) return 0;
  if (stream == stdout) return 1;
  if (stream == stderr) return 2;
  klee_check_memory_access(stream, 1);
  return __antumbra_between(3, 1023, "fileno");
}

void setbuf(FILE *stream, char *buffer) {
  (void)buffer;
  klee_check_memory_access(stream, 1);
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  (void)buffer, (void)mode, (void)size;
  klee_check_memory_access(stream, 1);
  return 0;
}

void setlinebuf(FILE *stream) {
  klee_check_memory_access(stream, 1);
}

int remove(const char *name) {
  klee_check_memory_access(name, 1);
  return STATUS("remove");
}

int rename(const char *old, const char *name) {
  klee_check_memory_access(old, 1);
  klee_check_memory_access(name, 1);
  return STATUS("rename");
}

int mkstemp(char *name) {
  klee_check_memory_access(name, 1);
  return __antumbra_between(-1, 1023, "mkstemp");
}

void flockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}

void funlockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}
