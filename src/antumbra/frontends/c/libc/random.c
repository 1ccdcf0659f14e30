// provides: rand srand rand_r random srandom drand48 lrand48 mrand48 srand48 arc4random arc4random_uniform getrandom
// A random number is any number of its range: an input.
#include "antumbra.h"

int rand(void) {
  return __antumbra_between(0, INT_MAX, "rand");
}

void srand(unsigned seed) {
  (void)seed;
}

int rand_r(unsigned *seed) {
  *seed = __VERIFIER_nondet_uint();
  return rand();
}

long random(void) {
  return rand();
}

void srandom(unsigned seed) {
  (void)seed;
}

double drand48(void) {
  double value = __VERIFIER_nondet_double();
  __VERIFIER_assume((value >= 0) & (value < 1));
  return value;
}

long lrand48(void) {
  return rand();
}

long mrand48(void) {
  return __VERIFIER_nondet_int();
}

void srand48(long seed) {
  (void)seed;
}

unsigned arc4random(void) {
  return __VERIFIER_nondet_uint();
}

unsigned arc4random_uniform(unsigned bound) {
  unsigned value = __VERIFIER_nondet_uint();
  __VERIFIER_assume((value < bound) | (value == 0));
  return value;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  (void)flags;
  unknown_prefix(buffer, size, size);
  return (ssize_t)size;
}
