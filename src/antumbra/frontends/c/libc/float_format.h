// Exact decimal digits of a floating-point number: mantissa times two to the power of "power", rounded half to even.
#ifndef ANTUMBRA_FLOAT_FORMAT_H
#define ANTUMBRA_FLOAT_FORMAT_H

#include "antumbra.h"

// as many as the smallest long double has
enum { LIMBS = 1290, DIGITS = 9 * LIMBS };

// digits, the first one not zero, and where the point is: 0.ddd times ten to the power of point
struct decimal {
  int count, point;
  byte digit[DIGITS];
};

struct big {
  int count;
  uint32_t limb[LIMBS];  // base 10^9, lowest first
};

// The factor is less than the base.
static void multiply(struct big *n, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->limb[i] * factor;
    n->limb[i] = (uint32_t)(carry % 1000000000);
    carry /= 1000000000;
  }
  if (carry) n->limb[n->count++] = (uint32_t)carry;
}

static void exact_digits(struct decimal *d, uint64_t mantissa, int power) {
  struct big n;
  n.count = d->count = d->point = 0;
  if (!mantissa) return;
  for (; !(mantissa & 1); mantissa >>= 1) power++;
  for (; mantissa; mantissa /= 1000000000) n.limb[n.count++] = (uint32_t)(mantissa % 1000000000);
  int places = power < 0 ? -power : 0;  // m / 2^k is m * 5^k / 10^k
  for (int left = places; left > 0; left -= 12) {
    uint32_t factor = 1;
    for (int i = 0; i < 12 && i < left; i++) factor *= 5;
    multiply(&n, factor);
  }
  for (int left = power; left > 0; left -= 29) multiply(&n, 1u << (left > 29 ? 29 : left));
  for (int i = n.count - 1; i >= 0; i--)
    for (uint32_t unit = 100000000; unit; unit /= 10) {
      byte digit = (byte)(n.limb[i] / unit % 10);
      if (digit || d->count) d->digit[d->count++] = digit;
    }
  d->point = d->count - places;
}

// Keep so many digits.
static void round_to(struct decimal *d, int keep) {
  if (keep >= d->count) return;
  if (keep < 0) {
    d->count = 0;
    return;
  }
  int up = d->digit[keep] > 5, exact = 1;
  for (int i = keep + 1; i < d->count; i++) exact &= !d->digit[i];
  if (d->digit[keep] == 5) up = !exact || (keep && d->digit[keep - 1] & 1);
  d->count = keep;
  if (!up) return;
  while (keep && d->digit[keep - 1] == 9) d->digit[--keep] = 0;
  if (keep) {
    d->digit[keep - 1]++;
    return;
  }
  // all nines, or no digit was kept: a one before them
  d->digit[0] = 1;
  for (int i = 1; i < d->count; i++) d->digit[i] = 0;
  if (!d->count) d->count = 1;
  d->point++;
}

#endif
