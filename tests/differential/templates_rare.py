"""More pieces of C, for constructs that programs use rarely; the same contract as :mod:`differential.templates`."""

from __future__ import annotations

from random import Random


def arrays_of_unknown_length(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}_inner(unsigned n, int data[n]) {{
  unsigned long sum = n;
  for (unsigned i = 0; i < n; i++) sum = sum * 5 + (unsigned)data[i];
  return sum + sizeof(int[n]);
}}
static unsigned long {name}(long x, unsigned y) {{
  unsigned n = y % {random.randint(2, 6)}u + 1;
  int data[n];
  for (unsigned i = 0; i < n; i++) data[i] = (int)(x >> i);
  char *block = __builtin_alloca(n + 2);
  memset(block, (int)y, n + 2);
  block[n] = 3;
  return {name}_inner(n, data) + (unsigned char)block[n / 2] + sizeof data;
}}"""


def duff(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  unsigned long sum = (unsigned long)x;
  int count = (int)(y % {random.randint(5, 11)}u) + 1, n = (count + 3) / 4;
  switch (count % 4) {{
    case 0: do {{ sum = sum * 3 + 1;
    case 3:      sum ^= sum >> 7;
    case 2:      sum += y;
    case 1:      sum = (sum << 3) | (sum >> 61);
            }} while (--n > 0);
  }}
  return sum;
}}"""


def computed_goto(random: Random, name: str) -> str:
    order = ["&&add", "&&twice", "&&flip", "&&done"]
    random.shuffle(order)
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  static void *const table[] = {{ {", ".join(order)} }};
  unsigned long sum = (unsigned long)x;
  int steps = 0;
next:
  if (steps++ > {random.randint(3, 7)}) goto done;
  goto *table[(sum ^ y) & 3];
add: sum += y + 1; goto next;
twice: sum = sum * 2 + 1; goto next;
flip: sum = ~sum >> 1; goto next;
done:
  return sum + (unsigned long)steps;
}}"""


def initialisers(random: Random, name: str) -> str:
    return f"""
struct {name}_p {{ int x, y; union {{ unsigned u; unsigned char b[4]; }}; }};
struct {name}_f {{ unsigned n; short tail[]; }};
static struct {name}_p {name}_all[4] = {{
  [2] = {{ .y = {random.randint(1, 99)}, .x = -3 }}, [0].u = 0x01020304, [3] = {{ 1, 2, {{ 7 }} }}
}};
static const char *const {name}_names[] = {{ [1] = "one", [3] = "three" }};
static int *{name}_into = &{name}_all[2].y;
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_p *p = &(struct {name}_p){{ .x = (int)x, .u = y }};
  int line[] = {{ [3] = (int)y, [1] = 5 }};
  struct {name}_f *f = malloc(sizeof *f + 3 * sizeof f->tail[0]);
  if (!f) abort();
  f->n = 3;
  for (unsigned i = 0; i < f->n; i++) f->tail[i] = (short)(x >> (4 * i));
  *{name}_into += 1;
  unsigned long sum = (unsigned)p->x + p->b[y & 3] + (unsigned)line[y & 3] + (unsigned long)sizeof line;
  for (unsigned i = 0; i < f->n; i++) sum = sum * 3 + (unsigned long)(long)f->tail[i];
  free(f);
  const char *text = {name}_names[y & 3];
  sum += text ? strlen(text) : 50;
  for (int i = 0; i < 4; i++) sum = sum * 7 + (unsigned)({name}_all[i].x ^ {name}_all[i].y) + {name}_all[i].u;
  return sum + (unsigned long)({{ int t = (int)y & 15; t * t; }});
}}"""


def bit_fields(random: Random, name: str) -> str:
    widths = [random.randint(1, 31) for _ in range(4)]
    return f"""
struct {name}_s {{
  unsigned a : {widths[0]}; signed b : {widths[1]}; unsigned : 0; unsigned long c : {widths[2] + 20}; signed char d : 4;
  _Bool e : 1; unsigned short f : {random.randint(1, 16)}; long g : {widths[3] + 2};
}};
static struct {name}_s {name}_g = {{ 1, -1, 5, -3, 1, 1, -1 }};
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_s s = {name}_g;
  s.a = y; s.b = (signed)((int)x >> 3); s.c = (unsigned long)x; s.d = (signed char)y;
  s.e = (x & 6) != 0; s.f = (unsigned short)y; s.g = x;
  s.a++; s.d = (signed char)(s.d - 1); s.c += 3; s.g ^= 5;
  s.f = (unsigned short)(s.f * 3u); s.e = !s.e;
  {name}_g.b = s.d;
  unsigned long sum = s.a + 3 * (unsigned long)(long)s.b;
  sum = sum * 31 + (unsigned long)s.c + 5 * (unsigned long)(long)s.d + 7 * s.e;
  return sum * 31 + s.f + (unsigned long)s.g + (unsigned long)(long){name}_g.b + sizeof s;
}}"""


def large_values(random: Random, name: str) -> str:
    return f"""
struct {name}_big {{ long a[5]; double d; char c; }};
union {name}_u {{ double d; unsigned long u; unsigned char b[8]; float f[2]; }};
static struct {name}_big {name}_g;
static struct {name}_big {name}_step(struct {name}_big in, int i, struct {name}_big *out) {{
  in.a[i % 5] += i; in.c++; in.d += 0.5;
  *out = in;
  out->a[0] ^= 9;
  return in;
}}
static double {name}_pair(struct {{ double d; float f; }} *p, float f) {{ return p->d * f + p->f; }}
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_big one = {{ {{ x, 1, 2 }}, (double)(int)y, (char)(y & 63) }}, two;
  for (int i = 0; i < {random.randint(1, 4)}; i++) {{
    {name}_g = {name}_step(one, i + (int)(y & 3), &two);
    one = two;
  }}
  union {name}_u u = {{ .d = one.d }};
  u.b[y & 7 & 3] ^= 1;
  unsigned long sum = u.u + (unsigned char){name}_g.c;
  for (int i = 0; i < 5; i++) sum = sum * 3 + (unsigned long)one.a[i] + (unsigned long){name}_g.a[i];
  return sum;
}}"""


def mutual(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}_odd(unsigned n, unsigned long *count);
static unsigned long {name}_even(unsigned n, unsigned long *count) {{
  ++*count;
  return n ? {name}_odd(n - 1, count) * 3 : {random.randint(1, 9)};
}}
static unsigned long {name}_odd(unsigned n, unsigned long *count) {{
  *count += 2;
  return n > 1 ? {name}_even(n - 1, count) + n : 1;
}}
static unsigned {name}_ack(unsigned m, unsigned n) {{
  return m == 0 ? n + 1 : n == 0 ? {name}_ack(m - 1, 1) : {name}_ack(m - 1, {name}_ack(m, n - 1));
}}
static unsigned long {name}(long x, unsigned y) {{
  unsigned long count = (unsigned long)x;
  return {name}_even(y % {random.randint(4, 12)}u, &count) ^ count ^ {name}_ack(y & 1, (y >> 1) & 3);
}}"""


def library(random: Random, name: str) -> str:
    return f"""
#include <ctype.h>
#include <limits.h>
static int {name}_order(const void *a, const void *b) {{
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}}
static unsigned long {name}(long x, unsigned y) {{
  int data[{random.randint(3, 5)}];
  int n = (int)(sizeof data / sizeof *data);
  for (int i = 0; i < n; i++) data[i] = (int)((x >> (4 * i)) & 15) - 7;
  qsort(data, (size_t)n, sizeof *data, {name}_order);
  char text[24] = "12";
  strcat(text, y & 1 ? "34x" : " 5");
  unsigned long sum = (unsigned long)atoi(text) + (unsigned long)strtol(text + 1, 0, 8) + strlen(text);
  char *at = strstr(text, "3");
  sum += at ? (unsigned long)(at - text) : 100;
  int c = (int)(y & 127);
  sum += (unsigned long)(isdigit(c) != 0) + 2 * (isalpha(c) != 0) + (unsigned long)toupper(c);
  for (int i = 0; i < n; i++) sum = sum * 17 + (unsigned)data[i];
  return sum + (unsigned long)labs(x / 2) + (unsigned long)(memchr(text, '2', 4) == text + 1);
}}"""


RARE = (arrays_of_unknown_length, duff, computed_goto, initialisers, bit_fields, large_values, mutual, library)
#: those that decide on their arguments only a few times
CALM = (arrays_of_unknown_length, duff, initialisers, bit_fields, large_values)
