// provides: __memcpy_chk __memmove_chk __memset_chk __mempcpy_chk __strcpy_chk __stpcpy_chk __strncpy_chk __strcat_chk
// provides: __strncat_chk __read_chk __getcwd_chk
// The checks of fortified programs are left out: memory errors are found where they happen.
#include "antumbra.h"

char *stpcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t n);
ssize_t read(int file, void *buffer, size_t size);
char *getcwd(char *buffer, size_t size);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  (void)room;
  __antumbra_copy(to, from, n);
  return to;
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  (void)room;
  __builtin_memmove(to, from, n);
  return to;
}

void *__memset_chk(void *to, int c, size_t n, size_t room) {
  (void)room;
  __builtin_memset(to, c, n);
  return to;
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  return (char *)__memcpy_chk(to, from, n, room) + n;
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  return stpcpy(to, from);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  stpcpy(to, from);
  return to;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  (void)room;
  return strncpy(to, from, n);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
  (void)room;
  return strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  (void)room;
  return strncat(to, from, n);
}

ssize_t __read_chk(int file, void *buffer, size_t size, size_t room) {
  (void)room;
  return read(file, buffer, size);
}

char *__getcwd_chk(char *buffer, size_t size, size_t room) {
  (void)room;
  return getcwd(buffer, size);
}
