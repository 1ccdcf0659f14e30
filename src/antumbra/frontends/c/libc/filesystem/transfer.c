// provides: fgetc ungetc fread fputc putchar fputs puts fwrite perror fseek fseeko ftell ftello rewind fgetpos fsetpos
// provides: antumbra.may_write antumbra.written antumbra.line_begins antumbra.ended
// Streams are read, written and positioned.
#include "filesystem/stdio.h"

static int no_more(FILE *stream, int *mark) {
  (void)stream;
  *mark = 1;
  return EOF;
}

// ---------------------------------------------------------------- reading

// The description to read; NONE: it fails.
static int may_read(FILE *stream) {
  int it = __antumbra_stream_of(stream);
  if (!stream->readable) errno = EBADF;
  if (it == NONE || !stream->readable) {
    stream->failed = 1;
    return NONE;
  }
  if (stream->last == WRITTEN) __antumbra_unsupported("reading a stream right after writing it");
  stream->last = READ;
  if (!stream->ahead && !stream->unbuffered) {
    stream->ahead = 1;
    nodes[descriptions[it].node].ahead++;
    if (descriptions[it].reader) __antumbra_unsupported("two streams that read one open file");
    descriptions[it].reader = stream;
  }
  return it;
}

int fgetc(FILE *stream) {
  int it = may_read(stream);
  byte c;
  if (it == NONE) return EOF;
  if (stream->pushed) return stream->back[--stream->pushed];
  if (stream->ended) return EOF;
  if (FAILS("fgetc_fails")) return no_more(stream, &stream->failed);
  long count = __antumbra_get(it, &c, 1, stream);
  if (count == 1) return c;
  return no_more(stream, count ? &stream->failed : &stream->ended);
}

int ungetc(int c, FILE *stream) {
  if (c == EOF) return EOF;
  if (!stream->readable || may_read(stream) == NONE) __antumbra_unsupported("ungetc of a stream that cannot be read");
  if (stream->pushed == PUSHED) __antumbra_unsupported("many characters that are given back");
  stream->back[stream->pushed++] = (byte)c;
  stream->ended = 0;
  return (byte)c;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  size_t all, done = 0;
  if (__builtin_mul_overflow(size, count, &all)) __antumbra_unsupported("fread of that many bytes");
  if (!all) return 0;
  for (; done < all; done++) {
    int c = fgetc(stream);
    if (c == EOF) break;
    ((byte *)to)[done] = (byte)c;
  }
  return size == 1 ? done : done / size;
}

int __antumbra_ended(FILE *stream) ANTUMBRA_OURS("ended");
int __antumbra_ended(FILE *stream) {
  return stream->ended;
}

// To glibc there are no lines in a stream that has failed, to others there are.
void __antumbra_line_begins(FILE *stream) ANTUMBRA_OURS("line_begins");
void __antumbra_line_begins(FILE *stream) {
  if (stream->failed) __antumbra_unsupported("getline of a stream that has failed");
}

// ---------------------------------------------------------------- writing

int __antumbra_may_write(FILE *stream) {
  int it = __antumbra_stream_of(stream);
  if (!stream->writable) errno = EBADF;
  if (it == NONE || !stream->writable) {
    stream->failed = 1;
    return NONE;
  }
  if (stream->last == READ && (!stream->ended || stream->pushed))
    __antumbra_unsupported("writing a stream right after reading it");
  if (stream->pushed) __antumbra_unsupported("writing a stream right after ungetc");
  if (stream->ahead) __antumbra_leave_buffers(stream);
  stream->last = WRITTEN;
  Node *node = &nodes[descriptions[it].node];
  if (!stream->unbuffered && node->kind != OUTPUT) {
    if (node->dirty && node->dirty != stream) __antumbra_unsupported("two streams that write one file");
    node->dirty = stream;
  }
  if (FAILS("write_fails")) {
    node->spoiled = 1;
    stream->failed = 1;
    return NONE;
  }
  return it;
}

int __antumbra_written(FILE *stream, const byte *from, size_t size) {
  int it = __antumbra_may_write(stream);
  if (it == NONE) return -1;
  if (__antumbra_put(it, from, size, stream) == (long)size) return 0;
  stream->failed = 1;
  return -1;
}

int fputc(int c, FILE *stream) {
  byte it = (byte)c;
  return __antumbra_written(stream, &it, 1) ? EOF : it;
}

int putchar(int c) {
  return fputc(c, stdout);
}

// Any number that is not negative.
static int put_string(const char *s, FILE *stream) {
  __antumbra_read_string(s);
  if (!*s) return WORLD(int, "puts") & INT_MAX;  // the stream is not even looked at
  int it = __antumbra_may_write(stream);
  if (it == NONE) return EOF;
  if (nodes[descriptions[it].node].kind != OUTPUT) {
    size_t length = 0;
    while (s[length]) length++;
    if (__antumbra_put(it, (const byte *)s, length, stream) < 0) return no_more(stream, &stream->failed);
  }
  return WORLD(int, "puts") & INT_MAX;
}

int fputs(const char *s, FILE *stream) {
  return put_string(s, stream);
}

int puts(const char *s) {
  if (put_string(s, stdout) == EOF || fputc('\n', stdout) == EOF) return EOF;
  return WORLD(int, "puts") & INT_MAX;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
  size_t all;
  if (__builtin_mul_overflow(size, count, &all)) __antumbra_unsupported("fwrite of that many bytes");
  if (!all) return 0;
  klee_check_memory_access(from, all);
  if (!__antumbra_written(stream, from, all)) return count;
  if (!__antumbra_io_may_fail || !stream->writable) return 0;
  size_t some = WORLD(unsigned long, "fwrite");
  __VERIFIER_assume(some < count);
  return some;
}

void perror(const char *s) {
  if (s) __antumbra_read_string(s);
}

// ---------------------------------------------------------------- places

int fseek(FILE *stream, long offset, int whence) {
  if (whence < 0 || whence > 2) return failure(EINVAL);
  int it = __antumbra_stream_of(stream);
  if (it == NONE || __antumbra_flush(stream)) return -1;
  if (whence == 1 && __builtin_sub_overflow(offset, stream->pushed, &offset)) return failure(EINVAL);
  if (__antumbra_seek(it, offset, whence, stream) == -1) {
    if (stream->pushed) __antumbra_unsupported("fseek that fails after ungetc");
    return -1;
  }
  stream->ended = stream->pushed = 0;
  stream->last = IDLE;
  return 0;
}

int fseeko(FILE *stream, long offset, int whence) {
  return fseek(stream, offset, whence);
}

long ftell(FILE *stream) {
  int it = __antumbra_stream_of(stream);
  if (it == NONE) return -1;
  long at = __antumbra_seek(it, 0, 1, stream);
  if (at == -1) return -1;
  if (at < stream->pushed) __antumbra_unsupported("the place of a stream before its start");
  return at - stream->pushed;
}

long ftello(FILE *stream) {
  return ftell(stream);
}

void rewind(FILE *stream) {
  // glibc forgets the end then, others do not
  if (fseek(stream, 0, 0) && stream->ended) __antumbra_unsupported("rewind that fails at the end of a stream");
  stream->failed = 0;
}

// a position of glibc has 16 bytes, of 32-bit systems 12
int fgetpos(FILE *stream, byte *position) {
  long at = ftell(stream);
  if (at == -1) return -1;
  __builtin_memset(position, 0, sizeof(long) == 8 ? 16 : 12);
  __builtin_memcpy(position, &at, sizeof at);
  return 0;
}

int fsetpos(FILE *stream, const byte *position) {
  long at;
  __builtin_memcpy(&at, position, sizeof at);
  return fseek(stream, at, 0);
}
