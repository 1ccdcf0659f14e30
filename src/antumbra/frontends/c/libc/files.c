// provides: fopen fopen64 freopen fdopen fclose tmpfile feof ferror clearerr feof_unlocked ferror_unlocked
// provides: clearerr_unlocked fseek fseeko ftell ftello rewind fgetpos fsetpos fileno setbuf setvbuf setlinebuf
// provides: remove rename mkstemp flockfile funlockfile
// Opening may fail; what is in a file, and where, is unknown.
#include "stdio.h"
#include "stream_state.h"

OPEN_RESULT(long, ftell);
OPEN_RESULT(byte, fgetpos);

#define STATUS(name) __antumbra_noted(__antumbra_between(-1, 0, name))

static void begin(FILE *stream, int descriptor, int again) {
  *stream = (FILE){.descriptor = descriptor, .again = again};
}

static int is_mode(const char *mode) {
  if ((*mode == 'r') | (*mode == 'w') | (*mode == 'a')) return 1;
  errno = EINVAL;
  return 0;
}

FILE *fopen(const char *name, const char *mode) {
  __antumbra_read_string(name);
  __antumbra_read_string(mode);
  if (!is_mode(mode)) return 0;
  int descriptor = __antumbra_noted(__antumbra_new_descriptor());
  if (descriptor == -1) return 0;
  FILE *stream = malloc(sizeof *stream);
  if (stream) begin(stream, descriptor, __antumbra_opened(name));
  return stream;
}

FILE *fopen64(const char *name, const char *mode) {
  return fopen(name, mode);
}

FILE *fdopen(int file, const char *mode) {
  __antumbra_read_string(mode);
  if (!is_mode(mode)) return 0;
  if (file < 0) {
    errno = EBADF;
    return 0;
  }
  if (STATUS("fdopen")) return 0;
  FILE *stream = malloc(sizeof *stream);
  if (stream) begin(stream, file, file > 2);
  return stream;
}

// A new file is empty: all that can be read from it was written before.
FILE *tmpfile(void) {
  int descriptor = __antumbra_noted(__antumbra_new_descriptor());
  if (descriptor == -1) return 0;
  FILE *stream = malloc(sizeof *stream);
  if (stream) begin(stream, descriptor, 1);
  return stream;
}

int fclose(FILE *stream) {
  int was_standard = (stream == stdin) | (stream == stdout) | (stream == stderr);
  stream->ended = 1;
  __antumbra_close_descriptor(stream->descriptor);
  if (!was_standard) free(stream);
  return STATUS("fclose");
}

FILE *freopen(const char *name, const char *mode, FILE *stream) {
  if (name) __antumbra_read_string(name);
  __antumbra_read_string(mode);
  if (STATUS("freopen")) return 0;
  begin(stream, stream->descriptor, !name || __antumbra_opened(name));
  return stream;
}

int fseek(FILE *stream, long offset, int whence) {
  (void)offset, (void)whence;
  int status = STATUS("fseek");
  if (status) return status;
  stream->ended = stream->pushed = 0;
  stream->again = 1;
  return 0;
}

int fseeko(FILE *stream, long offset, int whence) {
  return fseek(stream, offset, whence);
}

long ftell(FILE *stream) {
  klee_check_memory_access(stream, 1);
  return __antumbra_noted(__antumbra_at_least_minus_one(__antumbra_any_ftell()));
}

long ftello(FILE *stream) {
  return ftell(stream);
}

void rewind(FILE *stream) {
  begin(stream, stream->descriptor, 1);
}

// a position of glibc has 16 bytes, of 32-bit systems 12
int fgetpos(FILE *stream, byte *position) {
  klee_check_memory_access(stream, 1);
  if (STATUS("fgetpos")) return -1;
  for (int i = 0; i < (sizeof(long) == 8 ? 16 : 12); i++) position[i] = __antumbra_any_fgetpos();
  return 0;
}

int fsetpos(FILE *stream, const void *position) {
  klee_check_memory_access(position, 1);
  return fseek(stream, 0, 0);
}

int fileno(FILE *stream) {
  return stream->descriptor;
}

void setbuf(FILE *stream, char *buffer) {
  (void)buffer;
  klee_check_memory_access(stream, 1);
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  (void)buffer, (void)size;
  klee_check_memory_access(stream, 1);
  return mode < 0 || mode > 2 ? -1 : 0;
}

void setlinebuf(FILE *stream) {
  klee_check_memory_access(stream, 1);
}

int remove(const char *name) {
  __antumbra_read_string(name);
  __antumbra_change_files();
  return STATUS("remove");
}

int rename(const char *old, const char *name) {
  __antumbra_read_string(old);
  __antumbra_read_string(name);
  __antumbra_change_files();
  return STATUS("rename");
}

// The last six characters become letters and digits of the system's choice.
int mkstemp(char *name) {
  size_t length = 0;
  while (name[length]) length++;
  if (length < 6) {
    errno = EINVAL;
    return -1;
  }
  for (size_t i = length - 6; i < length; i++) {
    byte c = WORLD(byte, "mkstemp");
    __VERIFIER_assume(((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < 26));
    name[i] = (char)c;
  }
  __antumbra_change_files();
  return __antumbra_noted(__antumbra_new_descriptor());
}

void flockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}

void funlockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}
