// expect: fails iff four keys other than '*' and '#' come in a row before '#'; any number of keys is read
// inputs: unsigned char key[8]
// hard: reads until a key says stop
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int length = 0;
  unsigned char key;
  do {
    key = __VERIFIER_nondet_uchar();
    if (key == '*')
      length = 0; /* starts again */
    else if (key != '#')
      length++;
    assert(length <= 3); /* the buffer */
  } while (key != '#');
  return 0;
}
