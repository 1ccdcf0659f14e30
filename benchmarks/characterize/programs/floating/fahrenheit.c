// expect: fails iff degrees Fahrenheit, made Celsius and back in whole numbers, differ by two or more
// inputs: int fahrenheit
// truth: ({ int c = (fahrenheit - 32) * 5 / 9, f = c * 9 / 5 + 32, d = f - fahrenheit; fahrenheit >= -459 &&
// truth: fahrenheit <= 10000 && (d < -1 || d > 1); })
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int fahrenheit = __VERIFIER_nondet_int();
  __VERIFIER_assume(fahrenheit >= -459 && fahrenheit <= 10000);
  int celsius = (fahrenheit - 32) * 5 / 9;
  int again = celsius * 9 / 5 + 32;
  int difference = again - fahrenheit;
  assert(difference >= -1 && difference <= 1);
  return 0;
}
