// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[4], t[8];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  size_t n = strlen(s);
  assert(n <= 3 && s[n] == 0);
  strcpy(t, s);
  assert(strcmp(s, t) == 0);
  strcat(t, "ab");
  assert(strlen(t) == n + 2 && t[n] == 'a');
  assert(strrchr("banana", 'n') - strchr("banana", 'n') == 2);
  assert(strncmp("abcd", "abxx", 2) == 0 && strstr("haystack", "st") != 0);
  return 0;
}
