// expect: unsafe unreach-call
// A jump over a function without a body.
#include <assert.h>
#include <setjmp.h>
void library(void (*function)(int));
static jmp_buf place;
static int calls;

static void back(int x) {
  calls++;
  if (x == 5)
    longjmp(place, 9);
}

int main(void) {
  int code = setjmp(place);
  if (!code) {
    library(back);
    return 0;
  }
  assert(code == 9 && calls > 0);
  assert(calls < 2); // fails here
  return 0;
}
