"""Pieces of C that random statements would hardly ever make: each is a function body with a signature.

Every template gives the text of one function ``unsigned long NAME(long x, unsigned y)`` that is defined for all
arguments. What varies is filled in at random.
"""

from __future__ import annotations

from random import Random


def linked_list(random: Random, name: str) -> str:
    count, key = random.randint(2, 5), random.randint(1, 9)
    return f"""
struct {name}_node {{ long value; struct {name}_node *next; }};
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_node *head = 0, **end = &head;
  for (int i = 0; i < {count}; i++) {{
    struct {name}_node *node = malloc(sizeof *node);
    if (!node) abort();
    node->value = x ^ (i * {key});
    node->next = 0;
    *end = node;
    end = &node->next;
  }}
  unsigned long sum = y;
  struct {name}_node *reversed = 0;
  while (head) {{
    struct {name}_node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }}
  while (reversed) {{
    struct {name}_node *next = reversed->next;
    sum = sum * 31 + (unsigned long)reversed->value;
    free(reversed);
    reversed = next;
  }}
  return sum;
}}"""


def variadic(random: Random, name: str) -> str:
    kinds = random.choices(["int", "long", "double", "unsigned"], k=random.randint(1, 9))
    reads = "\n".join(
        f"  sum = sum * 7 + (unsigned long)(long)va_arg(list, {kind});"
        if kind != "double"
        else "  sum = sum * 5 + (unsigned long)(long)va_arg(list, double);"
        for kind in kinds
    )
    given = ", ".join(
        {"int": "(int)x", "long": "x + 1", "double": "(double)(y % 1000u) / 4", "unsigned": "y"}[k] for k in kinds
    )
    return f"""
#include <stdarg.h>
static unsigned long {name}_take(int first, ...) {{
  va_list list, again;
  unsigned long sum = (unsigned long)first;
  va_start(list, first);
  va_copy(again, list);
{reads}
  va_end(list);
  sum ^= (unsigned long)(long)va_arg(again, {kinds[0]});
  va_end(again);
  return sum;
}}
static unsigned long {name}(long x, unsigned y) {{ return {name}_take({random.randint(0, 99)}, {given}); }}"""


def irreducible(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  unsigned long sum = y;
  int rounds = 0;
  if (y & {random.choice((1, 2, 3))}) goto middle;
top:
  sum += (unsigned long)x + {random.randint(1, 9)};
  if (rounds > {random.randint(2, 5)}) return sum;
middle:
  sum = sum * 3 + rounds++;
  if ((sum & 7) == {random.randint(0, 7)}) goto bottom;
  goto top;
bottom:
  if (rounds < 9) goto {random.choice(("top", "middle"))};
  return ~sum;
}}"""


def wide_switch(random: Random, name: str) -> str:
    keys = sorted(random.sample(range(-40, 200), random.randint(3, 9)))
    cases = []
    for key in keys:
        end = random.choice(("break;", "", "return sum;"))
        cases.append(f"    case {key}: sum += {random.randint(1, 99)}; {end}")
    huge = f"    case {random.choice((1 << 40, (1 << 62) + 5, -(1 << 50)))}L: sum ^= 77; break;"
    lines = "\n".join([*cases, huge])
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  unsigned long sum = y;
  switch (x % 256) {{
{lines}
    case 300 ... 310: sum -= 5; break;
    default: sum = sum * 2 + 1;
  }}
  switch ((signed char)y) {{ case -1: sum++; break; case 127: sum += 2; case -128: sum += 4; }}
  return sum;
}}"""


def packed(random: Random, name: str) -> str:
    order = ["unsigned char a;", "int b;", "short c;", "unsigned long d;", "unsigned e : 3;", "signed f : 5;"]
    random.shuffle(order)
    members = " ".join(order)
    attribute = random.choice(("__attribute__((packed)) ", ""))
    return f"""
struct {attribute}{name}_s {{ {members} }};
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_s s, t, array[3];
  memset(&s, 0, sizeof s);
  s.a = (unsigned char)x; s.b = (int)y; s.c = (short)(x >> 3);
  s.d = (unsigned long)x * 3; s.e = y; s.f = (signed)(x & 31);
  t = s;
  t.b ^= 5;
  array[0] = s; array[1] = t; array[2] = array[y % 2u];
  struct {name}_s *p = &array[y % 3u];
  p->e++;
  p->f = -p->f;
  unsigned char bytes[sizeof s];
  memcpy(bytes, &array[2], sizeof bytes);
  unsigned long sum = sizeof s;
  memcpy(&t, bytes, sizeof t);
  for (int i = 0; i < 3; i++)
    sum = sum * 13 + array[i].a + (unsigned long)(long)array[i].b + (unsigned long)(long)array[i].c + array[i].d
          + array[i].e + (unsigned long)(long)array[i].f;
  return sum ^ t.d ^ (unsigned long)(p - array);
}}"""


def pointers(random: Random, name: str) -> str:
    count = random.choice((4, 6, 8))
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  int data[{count}], *p = data, *q = data + {count}, **pp = &p;
  for (int i = 0; i < {count}; i++) data[i] = (int)(((unsigned long)x >> i) & 0xffff) - i;
  unsigned long sum = (unsigned long)(q - p);
  while (p < q) {{
    sum = sum * 3 + (unsigned)*(*pp)++;
    if (p != q && (*p & 1)) --q;
  }}
  p = data + y % {count}u;
  sum += (unsigned long)(p - data) + (p >= data) + (p == &data[{random.randrange(count)}]);
  int (*row)[{count // 2}] = (int (*)[{count // 2}])data;
  sum ^= (unsigned)row[1][y % {count // 2}u];
  unsigned long word = (unsigned long)p - (unsigned long)data;
  const char *text = y & 1 ? "odd text" : "even";
  char copy[16] = "";
  strcpy(copy, text);
  strncpy(copy + 4, "{random.choice(("", "ab", "longer"))}", 4);
  sum += strlen(copy) + (strchr(copy, 'e') ? 3 : 0) + (memcmp(copy, text, 4) == 0);
  return sum + word;
}}"""


def callbacks(random: Random, name: str) -> str:
    op = random.choice("+^-")
    return f"""
typedef long (*{name}_f)(long, long);
static long {name}_a(long a, long b) {{ return (long)((unsigned long)a {op} (unsigned long)b); }}
static long {name}_b(long a, long b) {{ return a > b ? a : b; }}
static long {name}_c(long a, long b) {{ return (a & 0xff) * (b & 0xff); }}
struct {name}_ops {{ {name}_f f; const char *text; int n; }};
static const struct {name}_ops {name}_table[] = {{
  {{ {name}_a, "a", 1 }}, {{ {name}_b, "bb", 2 }}, {{ {name}_c, "", 3 }}
}};
static {name}_f {name}_pick(unsigned y) {{ return y & 1 ? {name}_a : y & 2 ? {name}_b : {name}_c; }}
static long {name}_fold({name}_f f, const long *data, int count, long start) {{
  static int calls;
  calls++;
  for (int i = 0; i < count; i++) start = f(start, data[i]);
  return start + calls;
}}
static unsigned long {name}(long x, unsigned y) {{
  long data[] = {{ x, {random.randint(-99, 99)}, (long)y, x >> 7 }};
  const struct {name}_ops *ops = &{name}_table[y % 3u];
  long sum = {name}_fold(ops->f, data, 4, ops->n) ^ {name}_fold({name}_pick(y), data + 1, 3, ops->text[0]);
  return (unsigned long)sum + ({name}_pick(y) == {name}_b) + (ops->f == {name}_c);
}}"""


def heap(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  unsigned n = y % {random.randint(2, 5)}u + 1;
  unsigned short *a = malloc(n * sizeof *a);
  if (!a) abort();
  for (unsigned i = 0; i < n; i++) a[i] = (unsigned short)(x + i);
  unsigned short *b = realloc(a, (n + 3) * sizeof *b);
  if (!b) abort();
  for (unsigned i = n; i < n + 3; i++) b[i] = (unsigned short)(i * 3);
  unsigned char *c = calloc(n, 3);
  if (!c) abort();
  memcpy(c, b, n * 2);
  memmove(c + 1, c, n);
  unsigned long sum = 0;
  for (unsigned i = 0; i < n * 3; i++) sum = sum * 257 + c[i];
  for (unsigned i = 0; i < n + 3; i++) sum ^= (unsigned long)b[i] << i;
  free(b);
  free(c);
  free(0);
  return sum;
}}"""


def sorting(random: Random, name: str) -> str:
    count = random.randint(3, 6)
    order = random.choice(("<", ">"))
    return f"""
static void {name}_swap(int *a, int *b) {{ int t = *a; *a = *b; *b = t; }}
static void {name}_sort(int *data, int low, int high) {{
  if (low >= high) return;
  int pivot = data[(low + high) / 2], i = low, j = high;
  while (i <= j) {{
    while (data[i] {order} pivot) i++;
    while (pivot {order} data[j]) j--;
    if (i <= j) {name}_swap(&data[i++], &data[j--]);
  }}
  {name}_sort(data, low, j);
  {name}_sort(data, i, high);
}}
static unsigned long {name}(long x, unsigned y) {{
  int data[{count}];
  for (int i = 0; i < {count}; i++) data[i] = (int)((x >> (i * 3)) & 63) - (int)(y & 31);
  {name}_sort(data, 0, {count - 1});
  unsigned long sum = 0;
  for (int i = 0; i < {count}; i++) sum = sum * 101 + (unsigned)data[i];
  return sum;
}}"""


def numbers(random: Random, name: str) -> str:
    a, b = random.choice((3, 7, 10, 1000)), random.choice((-3, -7, 11))
    return f"""
enum {name}_e {{ {name}_low = -2, {name}_mid = {random.randint(3, 9)}, {name}_high }};
static unsigned long {name}(long x, unsigned y) {{
  __int128 wide = (__int128)x * (long)y + {a};
  unsigned __int128 positive = (unsigned __int128)wide >> {random.randint(1, 90)};
  unsigned long sum = (unsigned long)positive ^ (unsigned long)(wide / {a});
  sum += (unsigned long)(x / {a}) + (unsigned long)(x % {b}) + y / {a}u + y % {a}u;
  sum ^= (unsigned long)((short)x / {b}) + (unsigned long)(long)((signed char)y % {a});
  sum += (unsigned long)__builtin_popcount(y) + (unsigned long)__builtin_clz(y | 1);
  sum += (unsigned long)__builtin_ctzl((unsigned long)x | 4096);
  sum ^= __builtin_bswap32(y) ^ (unsigned long)(((unsigned char)x << 8) | (unsigned char)(x >> 8));
  sum = (sum << {random.randint(1, 63)}) | (sum >> {random.randint(1, 63)});
  enum {name}_e e = y & 1 ? {name}_low : {name}_high;
  int into, over = __builtin_add_overflow((int)x, (int)y, &into) + 2 * __builtin_mul_overflow((int)x, {a}, &into);
  return sum + (unsigned long)(long)e + (unsigned)into + (unsigned)over + (unsigned long)abs((int)(x & 0xffff) - 500);
}}"""


def reals(random: Random, name: str) -> str:
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  double a = (double)x / {random.choice(("3.0", "7.5", "1e9", "-0.25"))}, b = (double)y, c = (float)a;
  float f = (float)b * {random.choice(("0.1f", "3.0f", "1e-20f"))}, g = (float)x;
  unsigned long sum = (a < b) + 2 * (f >= g) + 4 * (a == c) + 8 * (a != a) + 16 * !(f > 0);
  double d = a * b + c, e = a - b * {random.choice(("0.5", "2.0", "1e-3"))};
  sum = sum * 33 + double_bits(d) + double_bits(e) * 3 + float_bits(f / g) + float_bits(f - g);
  double h = (double)(unsigned long)x, i = (float)(unsigned)y, j = (double)(signed char)x, k = (unsigned short)y;
  sum ^= double_bits(h + i) ^ double_bits(j * k) ^ double_bits(d > e ? d : e);
  sum += (unsigned long)(long)to_int(e) + (unsigned long)to_long(a * 1000) + to_uchar(b / 1e7);
  return sum + (unsigned long)(long)(int)(f == f ? (f > -1e9f && f < 1e9f ? f : 1.5f) : 2.5f);
}}"""


def tables(random: Random, name: str) -> str:
    values = ", ".join(str(random.randint(-500, 500)) for _ in range(16))
    size = random.choice((5, 8, 13))
    kind = random.choice(("unsigned char", "short", "int", "unsigned long"))
    return f"""
static const short {name}_table[16] = {{{values}}};
static unsigned long {name}(long x, unsigned y) {{
  {kind} data[{size}], grid[3][4];
  int other = (int)x, first = 3;
  for (int i = 0; i < {size}; i++) data[i] = ({kind})(i * {random.randint(2, 9)});
  for (int i = 0; i < 12; i++) grid[i / 4][i % 4] = ({kind})(i + 1);
  data[y % {size}u] = ({kind})x;
  data[(y >> 3) % {size}u] ^= ({kind})({name}_table[y & 15] * {name}_table[(y >> 4) & 15]);
  grid[y % 3u][(y >> 2) % 4u] += data[{random.randrange(size)}];
  int *p = y & 4 ? &other : &first;
  *p ^= {random.randint(1, 99)};
  unsigned char bytes[12] = {{1, 2, 3, 4, 5, 6, 7, 8}};
  bytes[y % 7u] = (unsigned char)x;
  unsigned word;
  memcpy(&word, bytes + (y >> 1) % 8u, sizeof word);
  unsigned short half = (unsigned short)(x >> 5);
  memcpy(bytes + y % 9u, &half, sizeof half);
  unsigned long sum = word + (unsigned)other * 3u + (unsigned)first;
  for (int i = 0; i < {size}; i++) sum = sum * 31 + (unsigned long)data[i];
  for (int i = 0; i < 12; i++) sum = (sum ^ (unsigned long)grid[i / 4][i % 4]) + bytes[i];
  return sum;
}}"""


def spans(random: Random, name: str) -> str:
    a, b, c = (random.randint(2, 6) for _ in range(3))
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  unsigned char from[16], into[24];
  for (int i = 0; i < 16; i++) from[i] = (unsigned char)(x >> i);
  memset(into, {random.randint(0, 255)}, sizeof into);
  memset(into + y % {a}u, (int)x, (y >> 3) % {b}u);
  memcpy(into + 8 + y % {c}u, from + (y >> 5) % {a}u, y % {b}u + 1);
  memmove(into + y % 3u, into + (y >> 2) % 3u, {random.randint(3, 12)});
  if (memcmp(into, from, y % 4u) < 0) into[0] ^= 1;
  unsigned long sum = 0;
  for (int i = 0; i < 24; i++) sum = sum * 3 + into[i];
  return sum;
}}"""


def texts(random: Random, name: str) -> str:
    word = "".join(random.choice("abc") for _ in range(random.randint(0, 3)))
    return f"""
static unsigned long {name}(long x, unsigned y) {{
  char text[5];
  for (int i = 0; i < 4; i++) text[i] = (char)('a' - 1 + ((x >> (2 * i)) & 3));
  if (text[y & 3] == 'a' - 1) text[y & 3] = 0;
  text[4] = 0;
  unsigned long sum = strlen(text);
  int order = strcmp(text, "{word}");
  sum = sum * 3 + (order > 0) + 2 * (order < 0);
  char *found = strchr(text, 'b');
  sum = sum * 7 + (found ? (unsigned long)(found - text) : 9);
  return sum * 5 + (strncmp(text, "{word}a", 2) == 0);
}}"""


def records(random: Random, name: str) -> str:
    low, high = random.randint(1, 7), random.randint(9, 20)
    return f"""
struct {name}_inner {{ short a; unsigned char b[3]; }};
struct {name}_s {{ struct {name}_inner inner; long wide; unsigned low : {low}, high : {high}; }};
static struct {name}_s {name}_make(int a, long wide) {{
  struct {name}_s s = {{ {{ (short)a, {{ 1, (unsigned char)a }} }}, wide, 1, 2 }};
  return s;
}}
static long {name}_use(struct {name}_s s, struct {name}_inner i) {{
  return (long)((unsigned long)s.wide + (unsigned long)(i.a * 3) + i.b[1] - s.low + s.high);
}}
static unsigned long {name}(long x, unsigned y) {{
  struct {name}_s all[3] = {{ {name}_make((int)y, x), {name}_make(5, 6) }};
  struct {name}_s *p = all + y % 3u;
  p->inner.a = (short)x;
  p->inner.b[(y >> 2) % 3u] += 7;
  p->low = y; p->high = (unsigned)x;
  struct {name}_s copy = all[(y >> 1) % 3u];
  all[{random.randrange(3)}] = copy;
  unsigned long sum = 0;
  for (int i = 0; i < 3; i++) sum = sum * 17 + (unsigned long){name}_use(all[i], all[2 - i].inner);
  return sum;
}}"""


PLAIN = (linked_list, variadic, irreducible, wide_switch, packed, pointers, callbacks, heap, sorting, numbers)
PLAIN += (tables, spans, texts, records)
#: those without loops or branches that depend on the arguments more than a few times
CALM = (irreducible, wide_switch, packed, pointers, callbacks, heap, numbers, tables, spans, texts, records)
REAL = (reals,)
