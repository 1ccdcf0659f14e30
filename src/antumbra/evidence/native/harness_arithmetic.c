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

typedef long double extended;

/* Exact remainder with the sign of the dividend. The result of doubles is a double, so no rounding happens. */
WEAK extended fmodl(extended x, extended y) {
    unsigned short status;
    do {
        __asm__("fprem\n\tfnstsw %%ax" : "+t"(x), "=a"(status) : "u"(y) : "cc");
    } while (status & 0x400);
    return x;
}
WEAK double fmod(double x, double y) { return (double)fmodl(x, y); }
WEAK float fmodf(float x, float y) { return (float)fmodl(x, y); }

enum { TO_NEAREST = 0, DOWN = 1, UP = 2, TO_ZERO = 3 };

static extended rounded(extended x, u32 direction) {
    unsigned short before, during;
    __asm__ volatile("fnstcw %0" : "=m"(before));
    during = (unsigned short)((before & ~0xC00u) | direction << 10);
    __asm__ volatile("fldcw %1\n\tfrndint\n\tfldcw %2" : "+t"(x) : "m"(during), "m"(before));
    return x;
}
WEAK extended floorl(extended x) { return rounded(x, DOWN); }
WEAK extended ceill(extended x) { return rounded(x, UP); }
WEAK extended truncl(extended x) { return rounded(x, TO_ZERO); }
WEAK extended rintl(extended x) { return rounded(x, TO_NEAREST); }
WEAK extended nearbyintl(extended x) { return rounded(x, TO_NEAREST); }
WEAK extended roundevenl(extended x) { return rounded(x, TO_NEAREST); }

/* Halves away from zero. */
WEAK extended roundl(extended x) {
    extended whole = rounded(x, TO_ZERO);
    if (x - whole >= 0.5L) return whole + 1;
    if (x - whole <= -0.5L) return whole - 1;
    return whole;
}
WEAK double round(double x) { return (double)roundl(x); }
WEAK float roundf(float x) { return (float)roundl(x); }
WEAK double roundeven(double x) { return (double)rounded(x, TO_NEAREST); }
WEAK float roundevenf(float x) { return (float)rounded(x, TO_NEAREST); }

WEAK extended fminl(extended x, extended y) { return x != x ? y : y != y ? x : x < y ? x : y; }
WEAK extended fmaxl(extended x, extended y) { return x != x ? y : y != y ? x : x < y ? y : x; }

/* One rounding needs the processor's instruction; without it there is no replay. */
static void need_fma(void) {
    u32 a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c >> 12 & 1)) finish(ENDED_TROUBLE, 20, 0);
}
WEAK double fma(double x, double y, double z) {
    need_fma();
    __asm__("vfmadd213sd %2, %1, %0" : "+x"(x) : "x"(y), "x"(z));
    return x;
}
WEAK float fmaf(float x, float y, float z) {
    need_fma();
    __asm__("vfmadd213ss %2, %1, %0" : "+x"(x) : "x"(y), "x"(z));
    return x;
}
WEAK extended fmal(extended x, extended y, extended z) {
    (void)x, (void)y, (void)z;
    finish(ENDED_TROUBLE, 21, 0);
}

static s64 as_integer(extended x) { return (s64)x; }
WEAK long lrint(double x) { return (long)as_integer(rounded(x, TO_NEAREST)); }
WEAK long lrintf(float x) { return (long)as_integer(rounded(x, TO_NEAREST)); }
WEAK long lrintl(extended x) { return (long)as_integer(rounded(x, TO_NEAREST)); }
WEAK s64 llrint(double x) { return as_integer(rounded(x, TO_NEAREST)); }
WEAK s64 llrintf(float x) { return as_integer(rounded(x, TO_NEAREST)); }
WEAK s64 llrintl(extended x) { return as_integer(rounded(x, TO_NEAREST)); }
WEAK long lround(double x) { return (long)as_integer(roundl(x)); }
WEAK long lroundf(float x) { return (long)as_integer(roundl(x)); }
WEAK long lroundl(extended x) { return (long)as_integer(roundl(x)); }
WEAK s64 llround(double x) { return as_integer(roundl(x)); }
WEAK s64 llroundf(float x) { return as_integer(roundl(x)); }
WEAK s64 llroundl(extended x) { return as_integer(roundl(x)); }
