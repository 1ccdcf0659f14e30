// provides: rand srand rand_r random srandom drand48 lrand48 mrand48 srand48 arc4random arc4random_uniform getrandom
// A random number is any number of its range: an input. A seed that is set twice may repeat a sequence: then what comes
// is left open. What follows a seed of drand48 and its kin is said by POSIX.
#include "antumbra.h"

OPEN_RESULT(int, rand);
OPEN_RESULT(unsigned, rand_r);

static int seeds;

int rand(void) {
  return seeds > 1 ? __antumbra_any_rand() & INT_MAX : __antumbra_between(0, INT_MAX, "rand");
}

void srand(unsigned seed) {
  (void)seed;
  seeds++;
}

int rand_r(unsigned *seed) {
  *seed = __antumbra_any_rand_r();
  return (int)(__antumbra_any_rand_r() & INT_MAX);
}

long random(void) {
  return rand();
}

void srandom(unsigned seed) {
  srand(seed);
}

enum { BITS = 48 };
static unsigned long long sequence;
static int is_seeded;

static unsigned long long next(void) {
  if (!is_seeded) return (unsigned long long)rand() << 17 | (WORLD(unsigned, "random") & 0x1ffff);
  return sequence = (sequence * 0x5deece66d + 0xb) & ((1ull << BITS) - 1);
}

double drand48(void) {
  return (double)next() * 0x1p-48;
}

long lrand48(void) {
  return (long)(next() >> 17);
}

long mrand48(void) {
  return (int)(next() >> 16);
}

void srand48(long seed) {
  sequence = ((unsigned long long)(unsigned)seed << 16) + 0x330e;
  is_seeded = 1;
}

unsigned arc4random(void) {
  return WORLD(unsigned, "random");
}

unsigned arc4random_uniform(unsigned bound) {
  unsigned value = WORLD(unsigned, "random");
  __VERIFIER_assume((value < bound) | (value == 0));
  return value;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  (void)flags;
  long count = WORLD(long, "random_long");
  __VERIFIER_assume((count >= -1) & ((count < 0) | ((unsigned long)count <= size)));
  if (count > 0) unknown_prefix(buffer, size, (size_t)count);
  return __antumbra_noted(count);
}
