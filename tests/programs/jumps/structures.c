// expect: safe
// Of a structure that other functions write, what has not changed stays.
#include <assert.h>
#include <setjmp.h>
struct pair {
  int number;
  char *text;
};
static jmp_buf place;
static char letter;

static void work(struct pair *plain, volatile struct pair *kept, double *unchanged) {
  plain->number = 1;
  kept->number = (int)*unchanged;
  longjmp(place, 1);
}

int main(void) {
  struct pair plain = {0, &letter};
  volatile struct pair kept = {0, &letter};
  double unchanged = 2.5;
  if (!setjmp(place))
    work(&plain, &kept, &unchanged);
  assert(kept.number == 2 && kept.text == &letter);
  assert(plain.text == &letter && unchanged == 2.5);
  return 0;
}
