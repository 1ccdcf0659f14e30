// Integer arithmetic in every width, conversions, division, shifts.
typedef unsigned long u64;
static volatile int zero_ = 0;

u64 test_widths(void) {
  u64 h = 0;
  for (int i = -3; i < 4; i++) {
    signed char a = (signed char)(i * 77);
    unsigned char b = (unsigned char)(i * 99);
    short c = (short)(i * 12345);
    unsigned short d = (unsigned short)(i * 54321);
    int e = i * 1234567;
    unsigned f = (unsigned)i * 7654321u;
    long g = i * 123456789012L;
    u64 k = (u64)i * 987654321098765UL;
    h = h * 31 + (u64)(a + b + c + d + e) + f + (u64)g + k;
  }
  return h;
}

u64 test_division(void) {
  u64 h = 0;
  for (int a = -7; a <= 7; a++)
    for (int b = -3; b <= 3; b++) {
      if (b == 0) continue;
      h = h * 131 + (u64)(long)(a / b) * 7 + (u64)(long)(a % b);
      h = h * 17 + ((unsigned)a / (unsigned)b) + ((unsigned)a % (unsigned)b);
      h += (u64)((long)a * 1000000007L / b) + (u64)((short)a / (short)b) + (u64)((signed char)a % (signed char)b);
    }
  return h;
}

u64 test_shifts(void) {
  u64 h = 1;
  for (int n = 0; n < 31; n++) {
    int x = -123456789;
    h = h * 33 + (u64)(x >> n) + ((unsigned)x >> n) + ((unsigned)x << n);
    h ^= (u64)(-1234567890123L >> n) + (0xdeadbeefcafeUL << n);
    h += (u64)((short)x >> (n & 15)) + (u64)(unsigned char)((unsigned char)x << (n & 7));
  }
  return h;
}

u64 test_comparisons(void) {
  int values[] = {0, 1, -1, 127, -128, 2147483647, (-2147483647 - 1), 42};
  u64 h = 0;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      int a = values[i], b = values[j];
      h = h * 3 + (a < b) + 2 * (a <= b) + 4 * ((unsigned)a < (unsigned)b) + 8 * ((signed char)a > (signed char)b);
      h = h * 5 + ((long)a == (long)b) + ((short)a != (short)b) + (a && b) + (a || b) + !a;
    }
  return h;
}

u64 test_wide(void) {
  unsigned __int128 x = 1;
  for (int i = 0; i < 40; i++) x = x * 0x123456789abcdefUL + (unsigned)i;
  __int128 y = -(__int128)(x >> 3);
  y = y / 1000003 + y % 77777;
  return (u64)x ^ (u64)(x >> 64) ^ (u64)y ^ (u64)(y >> 64);
}

u64 test_bool(void) {
  _Bool a = 5, b = zero_;
  a ^= b;
  u64 h = 0;
  for (int i = 0; i < 4; i++) {
    _Bool c = i & 1, d = i & 2;
    h = h * 7 + (c && d) + 2 * (c | d) + 4 * (c ^ d) + 8 * (c == d) + (a ? 100u : 200u);
    a = !a;
  }
  return h;
}

u64 test_ternary_and_comma(void) {
  u64 h = 0;
  for (int i = 0; i < 10; i++) h = h * 10 + (u64)(i % 3 == 0 ? i : (h++, i % 2 ? 2 : 3));
  return h;
}

u64 test_bit_precise(void) {
  unsigned _BitInt(37) x = 0x1234567890;
  x = x * 77 + 5;
  _BitInt(7) y = -13;
  y = y * 3;
  return (u64)x + (u64)(long)y;
}

u64 test_builtins(void) {
  u64 h = 0;
  for (unsigned i = 1; i < 70000; i = i * 3 + 1) {
    h = h * 31 + (u64)__builtin_popcount(i) + (u64)__builtin_clz(i) + (u64)__builtin_ctz(i);
    h += __builtin_bswap32(i) + __builtin_bswap64(i) + __builtin_bswap16((unsigned short)i);
    h += (u64)__builtin_popcountl(i * 0x100000001UL) + (u64)__builtin_clzl(i) + (u64)__builtin_parity(i);
    h ^= (u64)__builtin_abs((int)i - 500) + __builtin_bitreverse32(i) + __builtin_rotateleft32(i, 5);
    h ^= __builtin_rotateright64(i, (int)(i % 64));
    int r;
    h += __builtin_add_overflow((int)i, 2147480000, &r) + (u64)(unsigned)r;
    h += __builtin_mul_overflow((int)i, 123456, &r) + (u64)(unsigned)r;
    h += __builtin_sub_overflow(-(int)i, 2147483000, &r) + (u64)(unsigned)r;
    unsigned q;
    h += __builtin_uadd_overflow(i, 4294960000u, &q) + q + __builtin_usub_overflow(i, 50u, &q) + q;
    h += __builtin_expect(i > 5, 1) ? 3u : 4u;
  }
  return h;
}
