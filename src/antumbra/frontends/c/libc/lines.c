// provides: getc getchar fgets gets getline getdelim __getdelim fgetc_unlocked getc_unlocked
// provides: getchar_unlocked fgets_unlocked fread_unlocked _IO_getc __fgets_chk __fread_chk __gets_chk
// Lines and characters, from whatever fgetc delivers.
#include "stdio.h"

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

char *fgets(char *to, int size, FILE *stream) {
  int i = 0, c = 0;
  if (size <= 0) return 0;
  while (i < size - 1 && c != '\n') {
    c = fgetc(stream);
    if (c == EOF) break;
    to[i++] = (char)c;
  }
  if (c == EOF && (!i || !__antumbra_ended(stream))) return 0;  // an error leaves anything in the array
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
  if (c == EOF && (!i || !__antumbra_ended(stdin))) return 0;
  to[i] = 0;
  return to;
}

char *__gets_chk(char *to, size_t room) {
  (void)room;
  return gets(to);
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
  __antumbra_line_begins(stream);
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
  // after an error POSIX has -1, glibc what came before
  if (c == EOF && !__antumbra_ended(stream) && __antumbra_between(0, 1, "getline")) return -1;
  return (ssize_t)length;
}

ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream) {
  return getdelim(line, size, end, stream);
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
  return getdelim(line, size, '\n', stream);
}
