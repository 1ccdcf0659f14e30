// expect: unsafe unreach-call
// A jump out of a function that the library calls.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static jmp_buf place;
static int numbers[3];

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x == y)
    longjmp(place, 3);
  return x < y ? -1 : 1;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    numbers[i] = __VERIFIER_nondet_int();
  switch (setjmp(place)) {
  case 0:
    qsort(numbers, 3, sizeof numbers[0], compare);
    assert(numbers[0] < numbers[1] && numbers[1] < numbers[2]);
    break;
  case 3:
    assert(numbers[2] != 7); // fails here
    break;
  default:
    assert(0);
  }
  return 0;
}
