// expect: safe
// options: --sym-env HOME 1 --sym-env LANG 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
  static char text[] = "LANG=C";
  char *lang = getenv("LANG");
  if (lang) assert(strlen(lang) <= 1);
  assert(envp == environ);
  assert(setenv("HOME", "/root", 0) == 0);
  assert(getenv("HOME") && strlen(getenv("HOME")) <= 5);
  assert(setenv("HOME", "/", 1) == 0 && strcmp(getenv("HOME"), "/") == 0);
  assert(putenv(text) == 0 && getenv("LANG") == text + 5);
  assert(unsetenv("LANG") == 0 && !getenv("LANG") && getenv("HOME"));
  assert(setenv("A=B", "", 1) == -1);
  return 0;
}
