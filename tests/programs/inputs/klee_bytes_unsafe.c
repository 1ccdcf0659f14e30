// expect: unsafe unreach-call
#include <klee/klee.h>
extern void reach_error(void);
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  unsigned sum = 0;
  for (int i = 0; i < 8; i++) {
    if (text[i] < 'a' || text[i] > 'z')
      return 0;
    sum = sum * 26 + (unsigned)(text[i] - 'a');
  }
  if (sum == 1234567)
    reach_error(); // fails here
  return 0;
}
