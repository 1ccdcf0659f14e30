// Heap, strings, pointers, copies, atomics, vectors.
#include <stdlib.h>
#include <string.h>
typedef unsigned long u64;

struct list { int value; struct list *next; };
u64 test_heap_list(void) {
  struct list *head = 0;
  for (int i = 0; i < 10; i++) { struct list *n = malloc(sizeof *n); n->value = i * i; n->next = head; head = n; }
  u64 h = 0;
  while (head) { struct list *n = head; h = h * 3 + (u64)n->value; head = n->next; free(n); }
  free(0);
  return h;
}
u64 test_calloc(void) {
  long *p = calloc(10, sizeof *p);
  u64 h = 0;
  for (int i = 0; i < 10; i++) { h += (u64)p[i]; p[i] = i; }
  for (int i = 0; i < 10; i++) h = h * 3 + (u64)p[i];
  free(p);
  return h;
}
u64 test_copies(void) {
  char a[40], b[40];
  for (int i = 0; i < 40; i++) a[i] = (char)(i * 7);
  memcpy(b, a, 40); memmove(b + 3, b, 30); memset(b + 35, 0x5a, 5);
  u64 h = 0;
  for (int i = 0; i < 40; i++) h = h * 31 + (unsigned char)b[i];
  return h;
}
static unsigned length(const char *s) { unsigned n = 0; while (*s++) n++; return n; }
u64 test_strings(void) {
  const char *words[] = {"one", "two", "", "three\tfour"};
  char buffer[] = "writable";
  buffer[0] = 'W';
  u64 h = 0;
  for (int i = 0; i < 4; i++) { h = h * 31 + length(words[i]); for (const char *p = words[i]; *p; p++) h = h * 7 + (u64)*p; }
  for (unsigned i = 0; i < sizeof buffer; i++) h = h * 11 + (u64)buffer[i];
  return h + (u64)L"wide"[2];
}
u64 test_pointers(void) {
  int a[10]; int *p = a, **q = &p;
  for (int i = 0; i < 10; i++) *(*q)++ = i;
  u64 h = (u64)(p - a) + (p == a + 10) + (p > a);
  p = &a[9];
  while (p >= &a[0] && h < 1000000000) { h = h * 3 + (u64)*p; if (p == a) break; p--; }
  long address = (long)&a[3];
  return h + (u64)*(int *)(address + 4) + (u64)((char *)&a[5] - (char *)&a[2]);
}
u64 test_bytes_of_ints(void) {
  int x = 0x12345678; unsigned char *p = (unsigned char *)&x;
  u64 h = 0;
  for (int i = 0; i < 4; i++) h = h * 256 + p[i];
  *(short *)(p + 1) = (short)0xabcd;
  return h * 3 + (u64)(unsigned)x;
}
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
u64 test_sort(void) {
  int v[] = {5, 3, 9, -1, 7, 0};
  for (int i = 0; i < 6; i++) for (int j = 0; j + 1 < 6 - i; j++) if (v[j] > v[j + 1]) swap(&v[j], &v[j + 1]);
  u64 h = 0;
  for (int i = 0; i < 6; i++) h = h * 31 + (u64)v[i];
  return h;
}
u64 test_atomics(void) {
  _Atomic int x = 5; _Atomic long y = 7; int expected = 6;
  x += 3; x++; x ^= 1; y -= 2;
  u64 h = (u64)x * 100 + (u64)y;
  h += (u64)__c11_atomic_compare_exchange_strong(&x, &expected, 50, 5, 5) + (u64)expected * 1000;
  h += (u64)__c11_atomic_compare_exchange_strong(&x, &expected, 50, 5, 5) * 10000;
  h += (u64)__c11_atomic_exchange(&x, 9, 5) + (u64)__atomic_fetch_and(&h, ~1ul, 5);
  __atomic_thread_fence(5);
  return h + (u64)x;
}
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
u64 test_vectors(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
  v4 c = a * b + 3; c[1] = 7;
  v4 d = c > b; 
  v4 e = __builtin_shufflevector(a, c, 0, 5, 2, 7);
  f4 f = {1.5f, 2.5f, -3.5f, 4.5f}; f = f * f;
  v4 g = __builtin_convertvector(f, v4);
  u64 h = 0;
  for (int i = 0; i < 4; i++) h = h * 31 + (u64)c[i] + (u64)d[i] * 3 + (u64)e[i] * 5 + (u64)g[i];
  return h;
}
u64 test_overlapping_union_copy(void) {
  struct { char c[16]; } a, b;
  for (int i = 0; i < 16; i++) a.c[i] = (char)(i + 1);
  b = a;
  u64 x; memcpy(&x, b.c + 3, 8);
  return x;
}
extern int elsewhere_alias(int);
__attribute__((noinline)) int original(int x) { return x * 3; }
int elsewhere_alias(int x) __attribute__((alias("original")));
u64 test_alias(void) { return (u64)elsewhere_alias(14); }
__attribute__((weak)) int weak_function(void) { return 17; }
u64 test_weak(void) { return (u64)weak_function(); }
int old_style();
int old_style(a, b) int a; char b; { return a * 2 + b; }
u64 test_old_style(void) { int (*f)() = old_style; return (u64)(old_style(3, 4) + f(5, 6)); }
