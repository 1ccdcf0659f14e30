/* Operations the code generator calls by name instead of expanding them. */

#include "harness.h"

typedef long long s64;

#if __SIZEOF_POINTER__ == 8
typedef unsigned __int128 wide;
typedef __int128 swide;
#define WIDE_BITS 128
#else
typedef u64 wide;
typedef s64 swide;
#define WIDE_BITS 64
#endif

/* Division by shift and subtract: these are rare, and this needs no other helper. */
static wide divide(wide a, wide b, wide *rest) {
    wide quotient = 0, remainder = 0;
    if (!b) finish(ENDED_DIVISION, 0, 0);
    for (int i = WIDE_BITS - 1; i >= 0; i--) {
        wide carry = remainder >> (WIDE_BITS - 1);
        remainder = remainder << 1 | ((a >> i) & 1);
        if (carry || remainder >= b) {
            remainder -= b;
            quotient |= (wide)1 << i;
        }
    }
    *rest = remainder;
    return quotient;
}

static wide magnitude(swide a) { return a < 0 ? -(wide)a : (wide)a; }

static wide unsigned_quotient(wide a, wide b) {
    wide rest;
    return divide(a, b, &rest);
}
static wide unsigned_rest(wide a, wide b) {
    wide rest;
    divide(a, b, &rest);
    return rest;
}
static swide signed_quotient(swide a, swide b) {
    wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
    return (swide)((a < 0) != (b < 0) ? -quotient : quotient);
}
static swide signed_rest(swide a, swide b) {
    wide rest;
    divide(magnitude(a), magnitude(b), &rest);
    return (swide)(a < 0 ? -rest : rest);
}

#if __SIZEOF_POINTER__ == 8
#define WIDE_NAME(a, b) a##ti##b
#else
#define WIDE_NAME(a, b) a##di##b
#endif
WEAK wide WIDE_NAME(__udiv, 3)(wide a, wide b) { return unsigned_quotient(a, b); }
WEAK wide WIDE_NAME(__umod, 3)(wide a, wide b) { return unsigned_rest(a, b); }
WEAK swide WIDE_NAME(__div, 3)(swide a, swide b) { return signed_quotient(a, b); }
WEAK swide WIDE_NAME(__mod, 3)(swide a, swide b) { return signed_rest(a, b); }

/* Product with overflow flag. */
WEAK swide WIDE_NAME(__mulo, 4)(swide a, swide b, int *overflow) {
    wide product = (wide)a * (wide)b;
    *overflow = a && (signed_quotient((swide)product, a) != b || (a == -1 && magnitude(b) == (wide)1 << (WIDE_BITS - 1) && b < 0));
    return (swide)product;
}

/* ---------------------------------------------------------------- floating point */

static double absolute(double x) { return x < 0 ? -x : x; }

/* Exact remainder with the sign of the dividend. */
WEAK double fmod(double x, double y) {
    double a = absolute(x), b = absolute(y), scaled;
    if (!(b > 0) || !(a - a == 0)) return (x * y) / (x * y);
    while (a >= b) {
        for (scaled = b; scaled <= a / 2; scaled *= 2) {}
        a -= scaled;
    }
    return __builtin_copysign(a, x);
}
WEAK float fmodf(float x, float y) { return (float)fmod(x, y); }

/* Halves away from zero. */
WEAK double round(double x) {
    double a = absolute(x);
    if (!(a < 4503599627370496.0)) return x;
    double whole = (double)(s64)a;
    return __builtin_copysign(a - whole >= 0.5 ? whole + 1 : whole, x);
}
WEAK float roundf(float x) { return (float)round(x); }
