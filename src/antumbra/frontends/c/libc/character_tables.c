// provides: __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max
// The tables behind the <ctype.h> macros of glibc in the C locale, for -128..255. A bit is a class: upper, lower, alpha,
// digit, xdigit, space, print, graph from bit 8 on; blank, cntrl, punct, alnum from bit 0 on.
#include "antumbra.h"

static const unsigned short classes[384] = {
    [128] =
        0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x2003, 0x2002, 0x2002,
        0x2002, 0x2002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
        0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x6001, 0xc004, 0xc004, 0xc004,
        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
        0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xc004, 0xc004,
        0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508,
        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
        0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
        0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
        0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
        0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002,
};

#define ROW(f, n) f(n), f(n + 1), f(n + 2), f(n + 3), f(n + 4), f(n + 5), f(n + 6), f(n + 7)
#define ROWS(f, n) ROW(f, n), ROW(f, n + 8), ROW(f, n + 16), ROW(f, n + 24)
#define BLOCK(f, n) ROWS(f, n), ROWS(f, n + 32), ROWS(f, n + 64), ROWS(f, n + 96)
// as glibc: -128..-2 stand for the characters 128..254, -1 is EOF
#define CHARACTER(n) ((n) - 128 < -1 ? (n) + 128 : (n) - 128)
#define LOWER(n) (CHARACTER(n) + (CHARACTER(n) >= 'A' && CHARACTER(n) <= 'Z' ? 32 : 0))
#define UPPER(n) (CHARACTER(n) - (CHARACTER(n) >= 'a' && CHARACTER(n) <= 'z' ? 32 : 0))

static const int32_t lower[384] = {BLOCK(LOWER, 0), BLOCK(LOWER, 128), BLOCK(LOWER, 256)};
static const int32_t upper[384] = {BLOCK(UPPER, 0), BLOCK(UPPER, 128), BLOCK(UPPER, 256)};

static const unsigned short *classes_origin = classes + 128;
static const int32_t *lower_origin = lower + 128;
static const int32_t *upper_origin = upper + 128;

const unsigned short **__ctype_b_loc(void) {
  return &classes_origin;
}

const int32_t **__ctype_tolower_loc(void) {
  return &lower_origin;
}

const int32_t **__ctype_toupper_loc(void) {
  return &upper_origin;
}

// MB_CUR_MAX
size_t __ctype_get_mb_cur_max(void) {
  return 1;
}
