// expect: safe
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("%d and %s\n", x, "text");
  fprintf(stderr, "done\n");
  char buffer[16];
  int n = snprintf(buffer, sizeof buffer, "%d-%s", 42, "ab");
  assert(n == 5 && buffer[0] == '4' && buffer[4] == 'b' && buffer[5] == 0);
  puts("end");
  return 0;
}
