// Structures, unions, bit-fields, arrays, layout, passing and returning by value.
typedef unsigned long u64;
struct small { int a; char b; };
struct pair { long x, y; };
struct mixed { double d; int i; };
struct floats { float a, b, c; };
struct big { int a; char b; long c[3]; short d; struct small s[2]; };
struct bits { unsigned a : 3; int b : 5; unsigned c : 20; unsigned long long d : 33; _Bool e : 1; int : 0; unsigned char f : 4; };
struct __attribute__((packed)) packed { char a; int b; short c; long d; };
union u { int i; unsigned char c[8]; double d; struct small s; };

static struct small make_small(int a) { struct small s = {a, (char)(a + 1)}; return s; }
static struct pair make_pair(long a) { return (struct pair){a, -a}; }
static struct mixed make_mixed(int a) { return (struct mixed){a * 0.5, a}; }
static struct floats make_floats(int a) { return (struct floats){a, a + 1, a + 2}; }
static struct big make_big(int a) {
  struct big b = {a, 'x', {a, a + 1, a + 2}, 7, {{1, 2}, {3, 4}}};
  return b;
}
static u64 sum_small(struct small s) { s.a++; return (u64)(s.a * 10 + s.b); }
static u64 sum_pair(struct pair p) { return (u64)(p.x * 3 + p.y); }
static u64 sum_mixed(struct mixed m) { return (u64)(long)(m.d * 4) + (u64)m.i; }
static u64 sum_floats(struct floats f) { return (u64)(f.a + f.b * 2 + f.c * 4); }
static u64 sum_big(struct big b) { b.a += 5; b.c[1] *= 2; return (u64)(b.a + b.b + b.c[0] + b.c[1] + b.c[2] + b.d + b.s[1].a + b.s[0].b); }

u64 test_by_value(void) {
  struct small s = make_small(4);
  struct big b = make_big(9);
  u64 h = sum_small(s) + sum_small(s) * 7;
  h = h * 31 + sum_pair(make_pair(12345678901L));
  h = h * 31 + sum_mixed(make_mixed(21));
  h = h * 31 + sum_floats(make_floats(5));
  h = h * 31 + sum_big(b) + sum_big(b);
  return h + (u64)b.a;
}

u64 test_layout(void) {
  u64 h = sizeof(struct small);
  h = h * 100 + sizeof(struct big);
  h = h * 100 + sizeof(struct bits);
  h = h * 100 + sizeof(struct packed);
  h = h * 100 + sizeof(union u);
  h = h * 100 + __builtin_offsetof(struct big, s);
  return h + _Alignof(struct big) + __builtin_offsetof(struct packed, d);
}

u64 test_bit_fields(void) {
  struct bits b;
  __builtin_memset(&b, 0, sizeof b);
  u64 h = 0;
  for (int i = -20; i < 20; i += 3) {
    b.a = (unsigned)i; b.b = i; b.c = (unsigned)i * 77; b.d = (unsigned long long)i * 123456789; b.e = i & 1; b.f = (unsigned char)(i * 3);
    b.a++; b.b--; b.c += 9; b.d -= 3;
    h = h * 131 + b.a + (u64)b.b * 3 + b.c * 5 + b.d * 7 + b.e * 11 + b.f * 13;
  }
  return h;
}

u64 test_packed(void) {
  struct packed p[3];
  for (int i = 0; i < 3; i++) { p[i].a = (char)i; p[i].b = i * 1000; p[i].c = (short)(i * 7); p[i].d = i * 1000000007L; }
  u64 h = 0;
  unsigned char *bytes = (unsigned char *)p;
  for (unsigned i = 0; i < sizeof p; i++) h = h * 31 + bytes[i];
  return h;
}

u64 test_unions(void) {
  union u x;
  x.d = 3.25;
  u64 h = 0;
  for (int i = 0; i < 8; i++) h = h * 257 + x.c[i];
  x.i = 77;
  x.c[1] = 9;
  h ^= (u64)x.i;
  x.s = make_small(66);
  return h * 3 + x.c[0] + x.c[4];
}

struct node { int value; struct node *next; };
static struct node nodes[3] = {{1, &nodes[1]}, {20, &nodes[2]}, {300, 0}};
u64 test_static_links(void) {
  u64 h = 0;
  for (struct node *n = nodes; n; n = n->next) h += (u64)n->value;
  struct node *middle = &nodes[1];
  return h * 10 + (u64)(middle - nodes);
}

static const int table[3][4] = {{1, 2, 3, 4}, {5, 6}, {[3] = 9}};
static int *const inside = (int *)&table[1][1];
u64 test_arrays(void) {
  int m[4][5];
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) m[i][j] = i * j - 3;
  u64 h = 0;
  for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) h = h * 3 + (u64)m[i][j];
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) h = h * 5 + (u64)table[i][j];
  int *p = &m[1][2];
  p += 4; p[-1] = 99;
  return h + (u64)m[2][0] + (u64)m[1][4] + (u64)*inside + (u64)(&m[3][4] - p);
}

u64 test_assign_structs(void) {
  struct big a = make_big(1), b = make_big(2), *p = &a;
  *p = b;
  b.c[0] = 55;
  struct big c[2] = {a, b};
  c[0] = c[1];
  return sum_big(a) * 1000 + sum_big(c[0]);
}

u64 test_variable_length(void) {
  u64 h = 0;
  for (int n = 1; n < 6; n++) {
    int v[n], w[n][2];
    for (int i = 0; i < n; i++) { v[i] = i * n; w[i][0] = i; w[i][1] = -i; }
    for (int i = 0; i < n; i++) h = h * 7 + (u64)(v[i] + w[i][0] + w[i][1] * 2);
    h += sizeof v + sizeof w;
  }
  return h;
}

u64 test_compound_literals(void) {
  int *p = (int[]){3, 1, 4, 1, 5};
  struct pair *q = &(struct pair){.y = 6};
  return (u64)(p[0] + p[2] * 10 + p[4] * 100 + q->x + q->y);
}
