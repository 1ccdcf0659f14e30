// provides: fgetc getc getchar ungetc fgets gets fread getline getdelim __getdelim fgetc_unlocked getc_unlocked
// provides: getchar_unlocked fgets_unlocked fread_unlocked _IO_getc __fgets_chk __fread_chk __gets_chk
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

int getc(FILE *stream) {
  return fgetc(stream);
}

int getchar(void) {
  return fgetc(stdin);
}

int fgetc_unlocked(FILE *stream) {
  return fgetc(stream);
}

int getc_unlocked(FILE *stream) {
  return fgetc(stream);
}

int getchar_unlocked(void) {
  return fgetc(stdin);
}

int _IO_getc(FILE *stream) {
  return fgetc(stream);
}

int ungetc(int c, FILE *stream) {
  if (c == EOF || stream->pushed) return EOF;
  stream->pushed = (byte)c + 1;
  stream->ended = 0;
  return (byte)c;
}

char *fgets(char *to, int size, FILE *stream) {
  int i = 0, c = 0;
  if (size <= 0) return 0;
  while (i < size - 1 && c != '\n') {
    c = fgetc(stream);
    if (c == EOF) break;
    to[i++] = (char)c;
  }
  if (!i && c == EOF) return 0;
  to[i] = 0;
  return to;
}

char *fgets_unlocked(char *to, int size, FILE *stream) {
  return fgets(to, size, stream);
}

char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
  (void)room;
  return fgets(to, size, stream);
}

char *gets(char *to) {
  int i = 0, c;
  while ((c = getchar()) != EOF && c != '\n') to[i++] = (char)c;
  if (!i && c == EOF) return 0;
  to[i] = 0;
  return to;
}

char *__gets_chk(char *to, size_t room) {
  (void)room;
  return gets(to);
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

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
  return fread(to, size, count, stream);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
  (void)room;
  return fread(to, size, count, stream);
}

// The line's buffer is given back and made anew at each doubling.
ssize_t getdelim(char **line, size_t *size, int end, FILE *stream) {
  size_t length = 0;
  int c = 0;
  if (!*line || !*size) {
    *size = 16;
    if (!(*line = malloc(*size))) return -1;
  }
  do {
    c = fgetc(stream);
    if (c == EOF) break;
    if (length + 2 > *size) {
      char *larger = malloc(2 * *size);
      if (!larger) return -1;
      __builtin_memcpy(larger, *line, length);
      free(*line);
      *line = larger;
      *size *= 2;
    }
    (*line)[length++] = (char)c;
  } while (c != end);
  if (!length) return -1;
  (*line)[length] = 0;
  return (ssize_t)length;
}

ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream) {
  return getdelim(line, size, end, stream);
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
  return getdelim(line, size, '\n', stream);
}
