// Branches, loops, switch, goto, recursion, function pointers, variable arguments.
#include <stdarg.h>
typedef unsigned long u64;

u64 test_switch(void) {
  u64 h = 0;
  for (int i = -2; i < 12; i++) {
    switch (i) {
      case 0: h += 1;
      case 1: h += 10; break;
      case 5 ... 7: h = h * 3 + 1; break;
      case -1: h ^= 77; break;
      default: h = h * 2 + 5;
    }
    switch ((unsigned char)(i * 50)) { case 200: h++; break; case 50: h += 2; }
    switch ((long)i << 33) { case 2L << 33: h += 100; break; case -(1L << 33): h += 200; }
  }
  return h;
}

u64 test_goto(void) {
  int i = 0; u64 h = 1;
again:
  h = h * 3 + (u64)i;
  if (++i < 5) goto again;
  if (h & 1) goto odd;
  return h;
odd:
  return h * 1000;
}

u64 test_loops(void) {
  u64 h = 0; int i = 10;
  do { h += (u64)i; if (i == 4) break; } while (--i);
  while (1) { if (i++ > 20) break; if (i % 3) continue; h = h * 2 + (u64)i; }
  for (int a = 0, b = 10; a < b; a++, b -= 2) h += (u64)(a * b);
  return h;
}

static unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
u64 test_recursion(void) { return ackermann(2, 3) * 100 + (u64)even(10) + (u64)odd(7); }

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const operations[])(int, int) = {add, sub, mul};
struct handler { const char *name; int (*run)(int, int); };
static struct handler handlers[] = {{"add", add}, {"mul", mul}};
static int apply(int (*f)(int, int), int a, int b) { return f ? f(a, b) : -1; }
u64 test_function_pointers(void) {
  u64 h = 0;
  for (int i = 0; i < 3; i++) h = h * 31 + (u64)(unsigned)operations[i](7, 3) + (u64)(unsigned)apply(operations[i], 9, 4);
  for (int i = 0; i < 2; i++) h = h * 31 + (u64)handlers[i].run(i + 2, 5) + (u64)handlers[i].name[0];
  return h + (u64)apply(0, 1, 2) + (operations[0] == add) + (operations[1] == add);
}

static u64 total(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  u64 h = 0;
  for (; *kinds; kinds++)
    switch (*kinds) {
      case 'i': h = h * 31 + (u64)va_arg(list, int); break;
      case 'l': h = h * 31 + (u64)va_arg(list, long); break;
      case 'd': h = h * 31 + (u64)va_arg(list, double); break;
      case 'D': h = h * 31 + (u64)va_arg(list, long double); break;
      case 's': h = h * 31 + (u64)va_arg(list, const char *)[0]; break;
      case 'p': { struct two { long a, b; } t = va_arg(list, struct two); h = h * 31 + (u64)(t.a + t.b * 3); break; }
      case 'b': { struct big { long a[5]; } t = va_arg(list, struct big); h = h * 31 + (u64)(t.a[0] + t.a[4]); break; }
    }
  h += (u64)va_arg(copy, int);
  va_end(list);
  va_end(copy);
  return h;
}
static u64 forward(int n, ...) {
  va_list list;
  va_start(list, n);
  u64 h = 0;
  for (int i = 0; i < n; i++) h = h * 10 + (u64)va_arg(list, int);
  va_end(list);
  return h;
}
u64 test_variable_arguments(void) {
  struct two { long a, b; } two = {5, 6};
  struct big { long a[5]; } big = {{1, 2, 3, 4, 50}};
  u64 h = total("iilds", 1, -2, 3L, 4.5, "x");
  h = h * 7 + total("iiiiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  h = h * 7 + total("iDpbi", 9, (long double)2.5, two, big, 3);
  for (int i = 0; i < 3; i++) h = h * 7 + forward(i, 1, 2, 3);
  return h;
}

static int counter(void) { static int n = 5; return n++; }
static int global_; long wide_ = -3; float real_ = 1.5f; char *text_ = "hello"; _Bool flag_;
u64 test_globals(void) {
  u64 h = (u64)(counter() + counter() * 10);
  global_ += 7; wide_ *= 5; real_ += 2; text_++; flag_ = !flag_;
  return h * 1000 + (u64)global_ + (u64)wide_ + (u64)(real_ * 2) + (u64)*text_ + flag_;
}

u64 test_short_circuit(void) {
  int calls = 0; u64 h = 0;
  for (int i = 0; i < 16; i++) {
    int a = i & 1, b = i & 2, c = i & 4, d = i & 8;
    if ((a && (calls++, b)) || (c && (calls += 10, !d))) h = h * 2 + 1; else h = h * 2;
  }
  return h * 1000 + (u64)calls;
}

u64 test_select_chain(void) {
  u64 h = 0;
  for (int i = -50; i < 50; i += 7) {
    int x = i < 0 ? -i : i, y = x > 20 ? 20 : x, z = (i > 0) - (i < 0);
    h = h * 13 + (u64)(x * 3 + y * 5 + z);
  }
  return h;
}

__attribute__((constructor)) static void before(void) { global_ = 1000; }
u64 test_constructor(void) { return (u64)global_; }

u64 test_uninitialised_is_stable(void) {
  int x, use = 1;
  for (int i = 0; i < 3; i++) if (i == 1) { x = 5; use = 0; }
  return (u64)(use ? 0 : x);
}
