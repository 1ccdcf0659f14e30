// Floats of all sizes, conversions, comparisons, rounding.
typedef unsigned long u64;
static u64 bits(double d) { u64 u; __builtin_memcpy(&u, &d, 8); return u; }
static unsigned bits32(float f) { unsigned u; __builtin_memcpy(&u, &f, 4); return u; }

u64 test_double(void) {
  double x = 1.0; u64 h = 0;
  for (int i = 1; i < 30; i++) { x = x * 1.37 + 1.0 / i - 0.125; if (i % 5 == 0) x = -x / 3; h = h * 31 + bits(x); }
  return h;
}
u64 test_float(void) {
  float x = 0.1f; u64 h = 0;
  for (int i = 1; i < 30; i++) { x = x * 1.37f + 1.0f / i; x -= (float)i * 0.01f; h = h * 31 + bits32(x); }
  return h;
}
u64 test_long_double(void) {
  long double x = 1.0L; u64 h = 0;
  for (int i = 1; i < 30; i++) { x = x * 1.37L + 1.0L / i; h = h * 31 + bits((double)x) + (u64)(x * 100); }
  return h;
}
u64 test_conversions(void) {
  u64 h = 0;
  for (int i = -20; i < 20; i++) {
    double d = i * 1234.567; float f = (float)d;
    h = h * 31 + (u64)(int)d + (u64)(long)(d * 1e6) + (u64)(short)(i * 3.7) + (u64)(signed char)(i * 1.9f);
    h = h * 31 + bits((double)f) + bits32((float)i) + bits((double)(u64)(i + 100) * 1e15) + bits(i);
    h += (u64)(unsigned)(d < 0 ? -d : d) + (u64)((d < 0 ? -d : d) * 1e12) + (unsigned char)(i + 20.5);
  }
  return h;
}
u64 test_compare(void) {
  double v[] = {0.0, -0.0, 1.5, -1.5, 1e308 * 10, -1e308 * 10, 0, 4.9e-324};
  v[6] = v[4] - v[4];
  u64 h = 0;
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++)
    h = h * 131 + (v[i] < v[j]) + 2 * (v[i] <= v[j]) + 4 * (v[i] == v[j]) + 8 * (v[i] != v[j]) + 16 * (v[i] > v[j]) + 32 * !(v[i] >= v[j]) + 64 * !!__builtin_isunordered(v[i], v[j]);
  return h;
}
u64 test_classes(void) {
  double v[] = {0.0, -0.0, 1.5, -1e300 * 1e300, 0, 4.9e-324, 2.2250738585072014e-308};
  v[4] = v[3] - v[3];
  u64 h = 0;
  for (int i = 0; i < 7; i++) h = h * 64 + (u64)(!!__builtin_isnan(v[i]) + 2 * !!__builtin_isinf(v[i]) + 4 * !!__builtin_isfinite(v[i]) + 8 * !!__builtin_isnormal(v[i]));
  return h;
}
u64 test_math(void) {
  u64 h = 0;
  for (int i = -9; i < 9; i++) {
    double d = i * 0.7;
    h = h * 31 + bits(__builtin_fabs(d)) + bits(__builtin_copysign(d, -1.0)) + bits(d < 0 ? -d : d);
    h = h * 31 + bits(-d) + bits32(-(float)d) + bits(__builtin_fma(d, 3.3, 0.1));
  }
  return h;
}
u64 test_half(void) {
  _Float16 h = (_Float16)1.5;
  float f = (float)h * 2.25f;
  h = (_Float16)f;
  return bits32((float)h);
}
u64 test_int_in_float_union(void) {
  union { float f; unsigned u; } x = {.f = 3.14f};
  x.u += 1;
  return bits32(x.f) * 3ul + (x.u >> 23);
}
