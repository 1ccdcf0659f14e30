// provides: stdin stdout stderr fopen fopen64 freopen fdopen fclose tmpfile fflush fileno setbuf setvbuf setlinebuf
// provides: flockfile funlockfile feof ferror clearerr feof_unlocked ferror_unlocked clearerr_unlocked mkstemp
// provides: antumbra.streams antumbra.stream_of antumbra.leave_buffers antumbra.flush antumbra.settle
// Streams are opened, flushed and closed.
#include "filesystem/stdio.h"
#include "stream_state.h"

static FILE input = {.readable = 1}, output = {.descriptor = 1, .writable = 1};
static FILE error = {.descriptor = 2, .writable = 1, .unbuffered = 1};
FILE *stdin = &input, *stdout = &output, *stderr = &error;
FILE *streams[STREAMS] = {&input, &output, &error};

int __antumbra_stream_of(FILE *stream) {
  return __antumbra_description(stream->descriptor);
}

// Nothing of its file is in its buffer any more.
void __antumbra_leave_buffers(FILE *stream) {
  int it = __antumbra_stream_of(stream);
  if (it != NONE) {
    Node *node = &nodes[descriptions[it].node];
    if (stream->ahead) node->ahead--, descriptions[it].reader = 0;
    if (node->dirty == stream) node->dirty = 0;
  }
  stream->ahead = 0;
  stream->last = IDLE;
}

// What was written reaches the file; if that fails, nobody knows what does.
int __antumbra_flush(FILE *stream) {
  if (stream->last != WRITTEN) return 0;
  int it = __antumbra_stream_of(stream);
  int failed = it == NONE || FAILS("fflush_fails");
  if (failed && it != NONE) nodes[descriptions[it].node].spoiled = 1;
  stream->failed |= failed;
  __antumbra_leave_buffers(stream);
  return failed ? EOF : 0;
}

// A descriptor is about to be closed or to lead elsewhere.
void __antumbra_settle(int file) ANTUMBRA_OURS("settle");
void __antumbra_settle(int file) {
  for (int i = 0; i < STREAMS; i++)
    if (streams[i] && streams[i]->descriptor == file && (streams[i]->last == WRITTEN || streams[i]->ahead))
      if (!streams[i]->unbuffered) __antumbra_unsupported("a descriptor that goes while a stream has a part of its file");
}

// ---------------------------------------------------------------- opening

// The flags that a mode stands for; NONE with errno.
static int flags_of(const char *mode) {
  int flags;
  __antumbra_read_string(mode);
  if (*mode == 'r') flags = READING;
  else if (*mode == 'w') flags = WRITING | CREATE | TRUNCATE;
  else if (*mode == 'a') flags = WRITING | CREATE | APPEND;
  else return failure(EINVAL);
  for (int i = 1; i < 7 && mode[i]; i++) {
    if (mode[i] == ',') __antumbra_unsupported("a mode with a comma");
    if (mode[i] == '+') flags = (flags & ~ACCESS) | BOTH;
    else if (mode[i] == 'x') flags |= EXCLUSIVE;
  }
  return flags;
}

static FILE *on(int descriptor, int flags) {
  int place = 0;
  while (place < STREAMS && streams[place]) place++;
  if (place == STREAMS) __antumbra_unsupported("many open streams");
  FILE *stream = malloc(sizeof *stream);
  if (!stream) return 0;
  *stream = (FILE){.descriptor = descriptor, .readable = (flags & ACCESS) != WRITING, .writable = (flags & ACCESS) != READING};
  if ((flags & APPEND) && !stream->readable) __antumbra_seek(__antumbra_stream_of(stream), 0, 2, stream);
  return streams[place] = stream;
}

FILE *fopen(const char *name, const char *mode) {
  __antumbra_mount();
  __antumbra_read_string(name);
  int flags = flags_of(mode);
  if (flags == NONE || FAILS("fopen_fails")) return 0;
  int descriptor = __antumbra_file_open(name, flags, 0666);
  if (descriptor == -1) return 0;
  FILE *stream = on(descriptor, flags);
  if (!stream) __antumbra_close(descriptor);
  return stream;
}

FILE *fopen64(const char *name, const char *mode) {
  return fopen(name, mode);
}

FILE *fdopen(int file, const char *mode) {
  int flags = flags_of(mode);
  if (flags == NONE) return 0;
  int it = __antumbra_description(file);
  if (it == NONE) return 0;
  int has = descriptions[it].flags & ACCESS, wants = flags & ACCESS;
  if (has != BOTH && has != wants) {
    errno = EINVAL;
    return 0;
  }
  if (FAILS("fdopen_fails")) return 0;
  // glibc goes to the end only where the file did not append already
  int appends = descriptions[it].flags & APPEND;
  descriptions[it].flags |= flags & APPEND;
  return on(file, flags & ~appends);
}

// A file without a name.
FILE *tmpfile(void) {
  __antumbra_mount();
  if (FAILS("tmpfile_fails")) return 0;
  int descriptor = __antumbra_describe(__antumbra_make(FILE_NODE, NONE, "", 0600), BOTH);
  FILE *stream = on(descriptor, BOTH);
  if (!stream) __antumbra_close(descriptor);
  return stream;
}

// The last six characters become letters and digits of the system's choice, which no file has.
int mkstemp(char *name) {
  int parent;
  char last[NAME];
  size_t length = 0;
  while (name[length]) length++;
  for (size_t i = 0; i < 6; i++)
    if (length < 6 || name[length - 1 - i] != 'X') return failure(EINVAL);
  for (size_t i = length - 6; i < length; i++) {
    byte c = WORLD(byte, "mkstemp");
    __VERIFIER_assume(((unsigned)c - '0' < 10) | ((unsigned)(c | 32) - 'a' < 26));
    name[i] = (char)c;
  }
  if (FAILS("mkstemp_fails")) return -1;
  int found = __antumbra_find(name, &parent, last);
  __VERIFIER_assume(found == NONE);
  return __antumbra_file_open(name, BOTH | CREATE | EXCLUSIVE, 0600);
}

int fclose(FILE *stream) {
  int was_standard = (stream == &input) | (stream == &output) | (stream == &error);
  int status = __antumbra_flush(stream), found = 0;
  for (int i = 0; i < STREAMS; i++)
    if (streams[i] == stream) streams[i] = 0, found = 1;
  if (!found) __antumbra_unsupported("fclose of a stream that is closed");
  __antumbra_leave_buffers(stream);
  if (__antumbra_close(stream->descriptor)) status = EOF;
  stream->descriptor = NONE;
  stream->pushed = 0;
  if (!was_standard) free(stream);
  if (FAILS("fclose_fails")) status = EOF;
  return status;
}

// The descriptor keeps its number.
FILE *freopen(const char *name, const char *mode, FILE *stream) {
  if (!name) __antumbra_unsupported("freopen without a name");
  int old = stream->descriptor, flags = flags_of(mode);
  __antumbra_flush(stream);
  __antumbra_leave_buffers(stream);
  if (old >= 0) __antumbra_close(old);
  stream->pushed = stream->ended = stream->failed = 0;
  int file = flags == NONE || FAILS("freopen_fails") ? NONE : __antumbra_file_open(name, flags, 0666);
  if (file == NONE) __antumbra_unsupported("freopen that fails");
  if (file != old && old >= 0) {
    __antumbra_descriptors[old] = __antumbra_descriptors[file];
    __antumbra_descriptors[file] = NONE;
    file = old;
  }
  stream->descriptor = file;
  stream->readable = (flags & ACCESS) != WRITING;
  stream->writable = (flags & ACCESS) != READING;
  if ((flags & APPEND) && !stream->readable) __antumbra_seek(__antumbra_stream_of(stream), 0, 2, stream);
  return stream;
}

// ---------------------------------------------------------------- buffers

int fflush(FILE *stream) {
  int status = 0;
  if (!stream) {
    for (int i = 0; i < STREAMS; i++)
      if (streams[i] && __antumbra_flush(streams[i])) status = EOF;
    return status;
  }
  if (stream->last == WRITTEN) return __antumbra_flush(stream);
  if (stream->ahead) {
    if (stream->pushed) __antumbra_unsupported("fflush after ungetc");
    int number = errno;
    if (__antumbra_seek(__antumbra_stream_of(stream), 0, 1, stream) != -1) __antumbra_leave_buffers(stream);
    errno = number;
  }
  return 0;
}

int fileno(FILE *stream) {
  return stream->descriptor;
}

static void set_buffering(FILE *stream, int none) {
  if (stream->last != IDLE || stream->ahead) __antumbra_unsupported("setvbuf of a stream that is in use");
  stream->unbuffered = none;
}

void setbuf(FILE *stream, char *buffer) {
  set_buffering(stream, !buffer);
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
  (void)buffer, (void)size;
  klee_check_memory_access(stream, 1);
  if (mode < 0 || mode > 2) return -1;
  set_buffering(stream, mode == 2);
  return 0;
}

void setlinebuf(FILE *stream) {
  set_buffering(stream, 0);
}

void flockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}

void funlockfile(FILE *stream) {
  klee_check_memory_access(stream, 1);
}
