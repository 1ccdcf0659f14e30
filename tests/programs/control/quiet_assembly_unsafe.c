// expect: unsafe unreach-call
// barriers, pauses and values that a compiler must not look at; the last assembly of each kind is that of kernels
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 2;
  __asm__ volatile("" ::: "memory");
  __asm__ __volatile__("mfence; lfence\n\tsfence" : : : "memory");
  __asm__("nop");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("" : "+r"(x));
  __asm__("" : "=r"(y) : "0"(y));
  __asm__ volatile("" : "+m"(y) : "r"(x));
  assert(x != 12345 || y != 2); // fails here
  return 0;
}
