// expect: unsafe unreach-call
#include <assert.h>
#include <klee/klee.h>
struct header {
  unsigned char kind;
  unsigned short length;
  int data[2];
};
int main(void) {
  struct header h;
  klee_make_symbolic(&h, sizeof h, "header");
  klee_assume(h.kind == 3);
  if (h.length > 1000)
    assert(h.data[0] + h.data[1] != 77); // fails here
  return 0;
}
