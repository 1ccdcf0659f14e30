// expect: safe
// options: --property valid-memsafety,assert
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct record {
  int id;
  char name[12];
  double weight;
};
int main(void) {
  struct record a = {__VERIFIER_nondet_int(), "antumbra", 1.5}, b;
  memcpy(&b, &a, sizeof a);
  assert(b.id == a.id && memcmp(b.name, a.name, sizeof a.name) == 0 && b.weight == 1.5);
  char text[] = "0123456789";
  memmove(text + 2, text, 6);
  assert(memcmp(text, "0101234589", 10) == 0);
  memset(&b, 0xff, sizeof b);
  assert(b.id == -1 && b.name[3] == (char)0xff);
  int words[4];
  memcpy(words, (int[]){1, 2, 3, 4}, sizeof words);
  assert(words[3] == 4);
  return 0;
}
