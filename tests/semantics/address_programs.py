"""Programs about the numbers of pointers, one a line."""
# ruff: noqa: E501 - one a line

from __future__ import annotations

HEAD = """#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void wrong_if(int c) { if (c) reach_error(); }
static uintptr_t local_address(void) { int x; return (uintptr_t)&x; }
static int *dangling; static void leave_dangling(void) { int x; dangling = &x; }
static int takes_number(unsigned long n) { return n >> 12 & 1; }
static int takes_pointer(int *p) { return *p; }
static int object; static int *gives_pointer(void) { return &object; }
static int (*volatile old_style)();
static int by_content(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; }
static void move(char *d, char *s, int n) {
  if (d < s) for (int i = 0; i < n; i++) d[i] = s[i];
  else for (int i = n; i > 0; i--) d[i - 1] = s[i - 1];
}
"""

#: what holds wherever objects lie
SAFE = {
    "alignment of malloc": "char *p = malloc(4); wrong_if((uintptr_t)p & 7);",
    "alignment of a member": "struct { char c; int i; } s; wrong_if((uintptr_t)&s.i & 3);",
    "not null": "int x; wrong_if((uintptr_t)&x == 0); wrong_if(!malloc(1));",
    "round up": "char *b = malloc(64); char *q = (char *)(((uintptr_t)(b + 3) + 7) & ~(uintptr_t)7); *q = 1; wrong_if(q - b != 8);",
    "tag bits": "int *p = malloc(4); *p = 5; uintptr_t t = (uintptr_t)p | 1; wrong_if(!(t & 1)); int *q = (int *)(t & ~(uintptr_t)1); wrong_if(*q != 5 || q != p);",
    "there and back": "int x = 3; uintptr_t n = (uintptr_t)&x; int *p = (int *)n; wrong_if(*p != 3 || p != &x);",
    "stored number": "int x = 3; uintptr_t *n = malloc(sizeof *n); *n = (uintptr_t)&x; wrong_if(*(int *)*n != 3);",
    "union": "int x = 3; union { int *p; uintptr_t n; } u; u.p = &x; wrong_if(u.n != (uintptr_t)&x); u.n += sizeof(int); wrong_if(u.p != &x + 1);",
    "copied bytes": "int x = 3; int *p = &x, *q; char *s = (char *)&p, *d = (char *)&q; for (unsigned i = 0; i < sizeof p; i++) d[i] = s[i]; wrong_if(*q != 3 || q != p);",
    "copied bytes with offset": "int x[4] = {1, 2, 3, 4}; int *p = x + 2, *q; volatile char *s = (char *)&p, *d = (char *)&q; for (unsigned i = 0; i < sizeof p; i++) d[i] = s[i]; wrong_if(*q != 3 || q != p);",
    "memcpy to a number": "int x = 3; int *p = &x; uintptr_t n; memcpy(&n, &p, sizeof n); wrong_if(n != (uintptr_t)&x);",
    "xor list": "int a = 1, b = 2; uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b; int *p = (int *)(both ^ (uintptr_t)&a); wrong_if(*p != 2);",
    "container": "struct s { int a, b; } s = {1, 2}; int *pb = &s.b; struct s *q = (struct s *)((char *)pb - offsetof(struct s, b)); wrong_if(q->a != 1 || q != &s);",
    "container by number": "struct s { int a, b; } s = {1, 2}; uintptr_t n = (uintptr_t)&s.b - offsetof(struct s, b); wrong_if(((struct s *)n)->a != 1);",
    "difference": "int a[10]; int *p = a + 2, *q = a + 7; wrong_if(q - p != 5); wrong_if((uintptr_t)q - (uintptr_t)p != 5 * sizeof(int));",
    "difference of unknown": "int a[10]; unsigned i = __VERIFIER_nondet_int() & 7; int *p = a + i; wrong_if(p - a != i); wrong_if((uintptr_t)p - (uintptr_t)a != i * sizeof(int));",
    "order in one object": "int a[10]; int *p = a + 2, *q = a + 7; wrong_if(!(p < q)); wrong_if((uintptr_t)p >= (uintptr_t)q);",
    "live objects differ": "int *p = malloc(4), *q = malloc(4); wrong_if(p == q); wrong_if((uintptr_t)p == (uintptr_t)q);",
    "live objects do not overlap": "char *p = malloc(4), *q = malloc(4); wrong_if((uintptr_t)q - (uintptr_t)p < 4);",
    "empty objects differ": "char *p = malloc(0), *q = malloc(0); wrong_if(p && p == q);",
    "locals differ": "int a, b; wrong_if(&a == &b); wrong_if((uintptr_t)&a == (uintptr_t)&b);",
    "functions differ": "void (*f)(int) = wrong_if; int (*g)(void) = __VERIFIER_nondet_int; wrong_if((void *)f == (void *)g); wrong_if(!(uintptr_t)f);",
    "number twice": "int x; uintptr_t a = (uintptr_t)&x, b = (uintptr_t)&x; wrong_if(a != b);",
    "hash the same": "int x; uintptr_t h = (uintptr_t)&x * 31 >> 3, g = (uintptr_t)&x * 31 >> 3; wrong_if(h != g);",
    "choice": "int a = 1, b = 2; int *p = __VERIFIER_nondet_int() ? &a : &b; uintptr_t n = (uintptr_t)p; int *q = (int *)n; wrong_if(*q != *p); wrong_if(p != &a && p != &b);",
    "choice with null": "int a = 1; int *p = __VERIFIER_nondet_int() ? &a : 0; uintptr_t n = (uintptr_t)p; wrong_if(n && (int *)n != &a); int *q = &a; wrong_if(p == q && !p);",
    "small numbers": "void *p = (void *)(intptr_t)42; wrong_if((intptr_t)p != 42); wrong_if(p == 0); void *m = (void *)-1; wrong_if(m != (void *)-1);",
    "static number": "static int g; static uintptr_t n = (uintptr_t)&g; *(int *)n = 4; wrong_if(g != 4);",
    "table of pointers": "static int a = 1, b = 2; static int *t[8] = {&a, &b, &a, &b, &a, &b, &a, &b}; unsigned i = __VERIFIER_nondet_int() & 7; wrong_if(*t[i] != 1 + (i & 1)); wrong_if((uintptr_t)t[i] != (uintptr_t)&a && (uintptr_t)t[i] != (uintptr_t)&b);",
    "records with pointers": "static int a = 1, b = 2; struct { int k; int *p; } t[4]; for (int i = 0; i < 4; i++) { t[i].k = i; t[i].p = i & 1 ? &b : &a; } unsigned i = __VERIFIER_nondet_int() & 3; wrong_if(t[i].k != i); wrong_if(*t[i].p != 1 + (i & 1));",
    "realloc keeps content": "char *p = malloc(4); p[3] = 7; p = realloc(p, 8); wrong_if(!p || p[3] != 7);",
    "memset and compare": "struct { int *p; long n; } a, b; memset(&a, 0, sizeof a); memset(&b, 0, sizeof b); wrong_if(a.p != 0 || memcmp(&a, &b, sizeof a));",
    "structure by value": "struct s { int *p; int k; }; int x = 4; struct s a = {&x, 1}; struct s b = a; wrong_if(*b.p != 4 || b.p != a.p);",
    "pointer below end": "int a[2000]; int *p = a, *e = a + 2000; unsigned n = 0; for (; p != e; p++) n++; wrong_if(n != 2000);",
    "swap of pointers": "int a = 1, b = 2; int *t[2] = {&a, &b}; char c; char *x = (char *)&t[0], *y = (char *)&t[1]; for (unsigned i = 0; i < sizeof(int *); i++) { c = x[i]; x[i] = y[i]; y[i] = c; } wrong_if(*t[0] != 2 || *t[1] != 1);",
    "partly overwritten": "int a = 1; int *p = &a; unsigned char *b = (unsigned char *)&p; unsigned char old = b[0]; b[0] = 0x5a; b[0] = old; wrong_if(*p != 1);",
    "table by address": "int a, b; int *k[4] = {0}; int *q[2] = {&a, &b}; for (int i = 0; i < 2; i++) { unsigned h = (uintptr_t)q[i] >> 4 & 3; while (k[h]) h = (h + 1) & 3; k[h] = q[i]; } unsigned h = (uintptr_t)&b >> 4 & 3; int n = 0; while (k[h] != &b && n < 4) { h = (h + 1) & 3; n++; } wrong_if(k[h] != &b);",
    "sorted by address": "int a[2], b[2]; int *x = a, *y = b; if (x > y) { int *t = x; x = y; y = t; } wrong_if(!(x < y)); *x = 1; *y = 2; wrong_if(a[0] + b[0] != 3);",
    "memmove": "char a[4] = {1, 2, 3, 4}, b[4]; move(b, a, 4); wrong_if(b[3] != 4 || b[0] != 1); move(a, a + 1, 3); wrong_if(a[0] != 2 || a[2] != 4);",
    "sorted by content": "int a = 3, b = 1, c = 2; int *t[3] = {&a, &b, &c}; qsort(t, 3, sizeof *t, by_content); wrong_if(*t[0] != 1 || *t[1] != 2 || *t[2] != 3);",
    "walk to alignment": "char *p = malloc(40); char *q = p + 1; int n = 0; while ((uintptr_t)q & 3) { q++; n++; } wrong_if(n != 3);",
    "input as pointer": "int x = __VERIFIER_nondet_int() & 0xff; void *p = (void *)(intptr_t)x; wrong_if((int)(intptr_t)p != x);",
    "relative pointer": "intptr_t off; int x = 5; off = (intptr_t)&x - (intptr_t)&off; int *p = (int *)((intptr_t)&off + off); wrong_if(*p != 5);",
}
#: what depends on where they lie: the error can be reached
OPEN = {
    "page of malloc": "char *p = malloc(4); wrong_if((uintptr_t)p & 0xfff);",
    "page of malloc is": "char *p = malloc(4); wrong_if(!((uintptr_t)p & 0xfff));",
    "low byte of a local": "char c; wrong_if((uintptr_t)&c & 0xff);",
    "parity of a char": "static char g[3]; wrong_if((uintptr_t)&g & 1);",
    "parity of a char is even": "static char g[3]; wrong_if(!((uintptr_t)&g & 1));",
    "freed and new": "char *p = malloc(4); uintptr_t n = (uintptr_t)p; free(p); char *q = malloc(4); wrong_if((uintptr_t)q == n);",
    "freed and new, pointers": "char *p = malloc(4); free(p); char *q = malloc(4); wrong_if(p == q);",
    "freed and new differ": "char *p = malloc(4); free(p); char *q = malloc(4); wrong_if(p != q);",
    "realloc in place": "char *p = malloc(4); uintptr_t n = (uintptr_t)p; char *q = realloc(p, 8); wrong_if((uintptr_t)q == n);",
    "realloc in place, pointers": "char *p = malloc(4), *o = p; char *q = realloc(p, 2); wrong_if(q == o);",
    "realloc moves": "char *p = malloc(4); uintptr_t n = (uintptr_t)p; char *q = realloc(p, 8); wrong_if((uintptr_t)q != n);",
    "order of locals": "int a, b; wrong_if((uintptr_t)&a < (uintptr_t)&b);",
    "order of locals, other way": "int a, b; wrong_if(&a > &b);",
    "order of globals": "static int a, b; wrong_if(&a < &b);",
    "one past is next": "int a[2], b[2]; wrong_if(a + 2 == b);",
    "one past is next, numbers": "char *p = malloc(16), *q = malloc(16); wrong_if((uintptr_t)q - (uintptr_t)p == 16);",
    "far apart": "char *p = malloc(16), *q = malloc(16); wrong_if((uintptr_t)q - (uintptr_t)p > 4096);",
    "hash": "int *p = malloc(4); unsigned h = (uintptr_t)p >> 4; wrong_if(h % 8 == 3);",
    "hash is not": "int *p = malloc(4); unsigned h = (uintptr_t)p >> 4; wrong_if(h % 8 != 3);",
    "union": "int x; union { int *p; uintptr_t n; } u; u.p = &x; wrong_if(u.n & 0xff0);",
    "bytes": "int x; int *p = &x; wrong_if(((unsigned char *)&p)[1] == 7);",
    "memcpy": "int x; int *p = &x; uintptr_t n; memcpy(&n, &p, sizeof n); wrong_if(n >> 12 & 1);",
    "stored in memory": "int *p = malloc(4); uintptr_t *n = malloc(sizeof *n); *n = (uintptr_t)p; wrong_if(*n / 16 % 2);",
    "memcmp of pointers": "struct { int *p; } a = {malloc(4)}, b = {malloc(4)}; wrong_if(memcmp(&a, &b, sizeof a) < 0);",
    "switch": "int x; switch ((uintptr_t)&x >> 4 & 3) { case 1: wrong_if(1); }",
    "address of a function": "wrong_if((uintptr_t)&wrong_if & 0x10);",
    "order of functions": "wrong_if((uintptr_t)&wrong_if < (uintptr_t)&__VERIFIER_nondet_int);",
    "a number I know": "int x; wrong_if((uintptr_t)&x == 0x1234560);",
    "constant of our layout": "static int g; int x; wrong_if(((uintptr_t)&x >> 20) != 6);",
    "static number": "static int g; static uintptr_t n = (uintptr_t)&g; wrong_if(n & 0xf0);",
    "address constant": "static int g; wrong_if(((uintptr_t)&g + 4) & 0xf0);",
    "equal texts": 'static const char a[] = "x"; const char *b = "x"; wrong_if((uintptr_t)a > (uintptr_t)b);',
    "order in a loop": "int a, b; for (int i = 0; i < 3; i++) if (i == 2 && &a < &b) reach_error();",
    "global flag": "static int flag; int x; flag = (uintptr_t)&x & 0x10 ? 1 : 0; if (flag) reach_error();",
    "pointer made differently": "char *p = malloc(64); char *q = (char *)((uintptr_t)p & ~(uintptr_t)63); wrong_if(q != p);",
    "freed before or after": "char *p = malloc(4), *q; if (__VERIFIER_nondet_int()) { q = malloc(4); free(p); } else { free(p); q = malloc(4); } wrong_if((uintptr_t)p == (uintptr_t)q);",
    "freed after or before": "char *p = malloc(4), *q; if (__VERIFIER_nondet_int()) { free(p); q = malloc(4); } else { q = malloc(4); free(p); } wrong_if(p == q);",
    "locals of two calls": "uintptr_t a = local_address(), b = local_address(); wrong_if(a == b);",
    "locals of two calls differ": "uintptr_t a = local_address(), b = local_address(); wrong_if(a != b);",
    "local that has ended": "leave_dangling(); int y; wrong_if(dangling == &y);",
    "pointer for a number": "int x; old_style = (int (*)())takes_number; wrong_if(old_style(&x));",
    "number for a pointer": "int x = 3; old_style = (int (*)())takes_pointer; wrong_if(old_style((uintptr_t)&x) == 3);",
    "pointer for a result": "old_style = (int (*)())gives_pointer; wrong_if(((uintptr_t (*)(void))old_style)() & 0x40);",
    "sum of bits": "unsigned h = 0; for (int i = 0; i < 4; i++) { char *p = malloc(3); h = h * 3 + ((uintptr_t)p >> 4 & 1); } wrong_if(h == 13);",
    "any pointer": "static int g; int *x = (int *)(intptr_t)__VERIFIER_nondet_int(); wrong_if(x == &g);",
    "low half": "int x; int n = (int)(uintptr_t)&x; wrong_if(n < 0);",
}
