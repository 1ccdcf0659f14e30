// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned words[2] = {__VERIFIER_nondet_uint(), 0x11223344};
  unsigned char *bytes = (unsigned char *)words;
  unsigned i = __VERIFIER_nondet_uint() % 8;
  unsigned char old = bytes[i];
  bytes[i] = 0xab;
  assert((words[i / 4] >> 8 * (i % 4) & 0xff) == 0xab);
  bytes[i] = old;
  assert(words[1] == 0x11223344);
  unsigned middle = *(unsigned *)(bytes + 2);
  assert(middle >> 16 == 0x3344 && (middle & 0xffff) == words[0] >> 16);
  return 0;
}
