// provides: fgetc ungetc fread antumbra.line_begins antumbra.ended
// A stream delivers unknown characters and may end or fail after any of them; once ended, it stays so.
#include "stdio.h"

OPEN_RESULT(int, fgetc);
OPEN_RESULT(byte, fread);
OPEN_RESULT(size_t, fread_count);

static int again(const FILE *stream) {
  return (stream->descriptor != 0) & (stream->again | __antumbra_files_changed());
}

// Nothing more came: the end, or an error.
static void stop(FILE *stream) {
  int failed = __antumbra_between(0, 1, "ferror");
  stream->failed |= failed;
  stream->ended |= !failed;
}

int fgetc(FILE *stream) {
  if (stream->pushed) {
    int c = stream->pushed - 1;
    stream->pushed = 0;
    return c;
  }
  if (stream->ended) return EOF;
  int c = again(stream) ? __antumbra_brought(__antumbra_any_fgetc(), EOF, UCHAR_MAX)
                        : __antumbra_between(EOF, UCHAR_MAX, "fgetc");
  if (c == EOF) stop(stream);
  return c;
}

int ungetc(int c, FILE *stream) {
  if (c == EOF || stream->pushed) return EOF;
  stream->pushed = (byte)c + 1;
  stream->ended = 0;
  return (byte)c;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  size_t all = size * count, bytes;
  if (!size || !count || stream->ended) return 0;
  if (again(stream)) {
    bytes = __antumbra_any_fread_count() % (all + 1);
    for (size_t i = 0; i < all; i++) {
      byte mask = (byte) - (int)(i < bytes);
      ((byte *)to)[i] = (byte)((__antumbra_any_fread() & mask) | (((byte *)to)[i] & ~mask));
    }
  } else {
    bytes = WORLD(unsigned long, "fread");
    __VERIFIER_assume(bytes <= all);
    unknown_prefix(to, all, bytes);
  }
  int pushed = -(stream->pushed && bytes);
  if (pushed) *(byte *)to = (byte)(stream->pushed - 1);
  stream->pushed &= ~pushed;
  if (bytes < all) stop(stream);
  return bytes / size;
}

int __antumbra_ended(FILE *stream) {
  return stream->ended;
}

// A stream that has failed may deliver more.
void __antumbra_line_begins(FILE *stream) {
  klee_check_memory_access(stream, 1);
}
