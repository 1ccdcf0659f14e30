// expect: safe
// options: --property uninitialized
// what was never written is copied, masked and returned, and no branch depends on it
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  char mark;
  int number;
  unsigned low : 3, high : 5;
};
static struct pair made(int number) {
  struct pair pair;
  pair.number = number;
  pair.low = 1;
  return pair;
}
int main(void) {
  struct pair one = made(3), other;
  other = one;
  int *numbers = malloc(8), x;
  numbers[0] = 0;
  int y = numbers[1], given = __VERIFIER_nondet_int();
  if (y & 0) return 1;
  if (other.number == 3 && other.low == 1) y ^= numbers[1];
  if (y) return 2;
  if (given > 0) x = 1;
  if (given > 0 && x != 1) return 3;
  free(numbers);
  return other.mark;
}
