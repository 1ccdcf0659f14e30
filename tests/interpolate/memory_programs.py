"""Programs with two paths that differ in one thing and meet: twins, one of which goes wrong behind the meeting.

In ``source``, ``@`` stands for the text that makes the difference. The path that is fine comes first, so that the other
one is pruned wherever the difference is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

HEADER = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void free(void *);
extern void *memset(void *, int, size_t);
extern void *alloca(size_t);
extern void klee_make_symbolic(void *, size_t, const char *);
"""

#: a loop without an end that is known, which has to be closed
LOOP = "int i = 0; while (__VERIFIER_nondet_int()) i = !i;"
#: paths that no plain exploration gets through
BRANCHES = "int many = 0; " + " ".join(f"if (__VERIFIER_nondet_int()) many += {i + 1};" for i in range(26))


@dataclass(frozen=True, slots=True)
class Twins:
    """``wrong`` in place of ``@`` violates the property (or makes it ``unknown``), ``right`` does not."""

    name: str
    property: str
    source: str
    wrong: str
    right: str
    verdict: str = "unsafe"

    def text(self, *, wrong: bool, branches: bool = False) -> str:
        body = self.source.replace("@", self.wrong if wrong else self.right)
        return HEADER + (body.replace("/*branches*/", BRANCHES) if branches else body)


def _main(body: str, before: str = "") -> str:
    return f"{before} int main(void) {{ /*branches*/ int c = __VERIFIER_nondet_int(); char *p = 0; {body} return 0; }}"


def _meeting(name: str, property_: str, one: str, wrong: str, right: str, use: str, before: str = "") -> list[Twins]:
    """One path, the other, and what shows the difference: behind a join, behind a loop, where equal values are not
    enough since a loop changes one that does not matter, and where a state that was equal to another left a formula."""
    split = f"if (c) {one} else {{ @ }} c = 0;"
    idle = "int j = c + __VERIFIER_nondet_int(); while (__VERIFIER_nondet_int()) j ^= 1;"
    three = f"int j; if (c == 1) {{ {one} j = 1; }} else if (c == 2) {{ {one} j = 2; }} else {{ @ j = 3; }} c = 0;"
    three += "if (j == 7) reach_error(); if (__VERIFIER_nondet_int()) j = 0; else j = 0;"
    opaque = 'klee_make_symbolic(&o, sizeof o, "o");'
    return [
        Twins(f"{name}_formula", property_, _main(f"{three} {opaque} {use}", f"int o; {before}"), wrong, right),
        Twins(f"{name}_idle", property_, _main(f"{split} {idle} {use} c = j;", before), wrong, right),
        Twins(name, property_, _main(f"{split} {use}", before), wrong, right),
        Twins(f"{name}_loop", property_, _main(f"{split} {LOOP} {use}", before), wrong, right),
    ]


TWINS: list[Twins] = [
    *_meeting("size", "valid-deref", "p = malloc(5);", "p = malloc(3);", "p = malloc(6);", "p[4] = 1;"),
    *_meeting(
        "size_in_a_page", "valid-deref", "p = malloc(4090);", "p = malloc(4000);", "p = malloc(4060);", "p[4050] = 1;"
    ),
    *_meeting("region", "valid-free", "p = malloc(4);", "p = __builtin_alloca(4);", "p = malloc(4);", "free(p);"),
    *_meeting(
        "content",
        "unreach-call",
        "p = calloc(4, 1);",
        "p = malloc(4);",
        "p = calloc(4, 1);",
        "if (p[2]) reach_error();",
    ),
    *_meeting(
        "content_in_a_struct",
        "unreach-call",
        "s.p = calloc(4, 1);",
        "s.p = malloc(4);",
        "s.p = calloc(4, 1);",
        "if (s.p[2]) reach_error();",
        "struct { int a; char *p; } s;",
    ),
    *_meeting(
        "content_in_an_array",
        "unreach-call",
        "a[1] = make(1);",
        "a[1] = make(0);",
        "a[1] = make(2);",
        "if (a[1][3]) reach_error();",
        "char *a[2]; char *make(int zero) { return zero ? calloc(4, 1) : malloc(4); }",
    ),
    *_meeting(
        "content_of_a_global",
        "unreach-call",
        "{}",
        'klee_make_symbolic(g, 8, "g");',
        'klee_make_symbolic(h, 8, "h");',
        "p = malloc(1); if (g[1]) reach_error();",
        "int g[2], h[2];",
    ),
    *_meeting(
        "life", "valid-deref", "p = malloc(4);", "p = malloc(4); free(p);", "p = malloc(4); p[0] = 1;", "p[1] = 1;"
    ),
    # what was there before the program began is gone in one of them
    *_meeting(
        "initial_page",
        "unreach-call",
        "memset(g, 0, sizeof g);",
        ";",
        "memset(g, 0, sizeof g);",
        "p = malloc(1); for (int k = 0; k < 2; k++) ; if (*at == 5) reach_error();",
        "int g[8] = {5}; int *at = g;",
    ),
    *_meeting(
        "symbolic_size",
        "valid-deref",
        "{ int n = __VERIFIER_nondet_int() & 7; p = malloc(n); if (n < 5) return 0; }",
        "int n = __VERIFIER_nondet_int() & 7; p = malloc(n); if (n > 5) return 0;",
        "int n = __VERIFIER_nondet_int() & 7; p = malloc(n); if (n < 5) return 0;",
        "p[4] = 1;",
    ),
    # Reach: what can go wrong at an address that is known
    Twins(
        "constant_address",
        "valid-deref",
        _main("int k; if (c) k = 1; else k = 2; if (k == 2) a[@] = 1;", "int a[4];"),
        "4",
        "3",
    ),
    Twins(
        "constant_address_read",
        "valid-deref",
        _main("int k; if (c) k = 1; else k = 2; if (k == 2) c = a[@];", "int a[4];"),
        "-1",
        "0",
    ),
    Twins(
        "constant_address_undefined",
        "unreach-call",
        _main("int k; if (c) k = 1; else k = 2; if (k == 2) a[@] = 1;", "int a[4];"),
        "4",
        "3",
        "unknown",
    ),
    Twins(
        "constant_is_written",
        "valid-deref",
        _main(
            "int k; if (c) k = 1; else k = 2; if (k == 2) *(char *)@ = 1;",
            'const char text[] = "abc"; char letters[] = "abc";',
        ),
        "text",
        "letters",
    ),
    Twins(
        "large_stack_object",
        "unreach-call",
        _main("size_t n = c, k; if (n < 9) k = 1; else k = 2; if (k == 2) { p = alloca(@); p = 0; }"),
        "n << 40",
        "8",
        "unknown",
    ),
    Twins(
        "call_through_a_pointer",
        "valid-deref",
        _main(
            "int (*f)(void) = (int (*)(void))pick(); int k; if (c) k = 1; else k = 2; if (k == 2) return f();",
            "int x; int h(void) { return 0; } __attribute__((noinline)) void *pick(void) { return (void *)&@; }",
        ),
        "x",
        "h",
    ),
    # undefined behaviour that nobody asked for is no reason to say safe
    Twins(
        "undefined_division",
        "unreach-call",
        _main(
            "int z; if (c) z = 1; else z = @; int k; if (__VERIFIER_nondet_int()) k = 1; else k = 2;"
            "volatile int q = 10 / z; if (k == 3) reach_error();"
        ),
        "0",
        "2",
        "unknown",
    ),
    Twins(
        "undefined_shift",
        "unreach-call",
        _main("int z; if (c) z = 1; else z = @; volatile int q = 1 << z; if (z == 3) reach_error();"),
        "40",
        "2",
        "unknown",
    ),
]

_OWNER = """char *g;
__attribute__((noinline)) void f(int c) {{ if (!c) {{ @ }} {loop} }}
int main(void) {{ /*branches*/ int c = __VERIFIER_nondet_int(); if (c) g = alloca(4); f(c); g[1] = 1; return 0; }}
"""
_COUNTED = "for (int i = 0; i < 3; i++) if (__VERIFIER_nondet_int()) break;"
TWINS += [
    Twins("owner_loop", "valid-deref", _OWNER.format(loop=LOOP), "g = alloca(4);", "g = malloc(4);"),
    Twins("owner_counted", "valid-deref", _OWNER.format(loop=_COUNTED), "g = alloca(4);", "g = malloc(4);"),
    Twins(
        "owner_two_calls_up",
        "valid-deref",
        _OWNER.format(loop="h();").replace("__attr", f"__attribute__((noinline)) void h(void) {{ {LOOP} }}\n__attr", 1),
        "g = alloca(4);",
        "g = malloc(4);",
    ),
]
