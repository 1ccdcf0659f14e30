// The string library on N unknown characters: length, search, comparison, upper case, reverse.
#include <ctype.h>
#include <string.h>
#ifndef N
#define N 3
#endif
extern void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  char text[N + 1], copy[2 * N + 2];
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = 0;
  strcpy(copy, text);
  strcat(copy, "!");
  int length = (int)strlen(copy), capitals = 0;
  for (int i = 0; i < length / 2; i++) {
    char c = copy[i];
    copy[i] = copy[length - 1 - i];
    copy[length - 1 - i] = c;
  }
  for (int i = 0; i < length; i++)
    if (isupper((unsigned char)copy[i]))
      capitals++;
  if (strcmp(copy, "!ba") == 0)
    return 1;
  if (strchr(copy, '%'))
    return 2;
  return capitals == length - 1 ? 3 : 4;
}
