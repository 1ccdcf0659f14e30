"""Small programs for each rule, and twins in which it is broken: the program without memory goes wrong where the
original does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from antumbra.engines.memoryless import NotLowered, without_memory
from antumbra.program.model import Assert, Assign, Assume, Call, Goto, Havoc, Program, Source
from support.memoryless import ALL, Compared, compared, program_of

HEAD = """\
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define check(c) if (!(c)) reach_error()
"""


@dataclass(frozen=True)
class Rule:
    """``fails``: the check that the last line of ``broken`` marked with // here violates."""

    safe: str
    broken: str
    fails: str
    width: str = "LP64"


def main(body: str, before: str = "") -> str:
    return f"{before}\nint main(void) {{\n  int n = __VERIFIER_nondet_int();\n{body}\n  return 0;\n}}\n"


NODE = "struct node { int v; struct node *next; };"
LIST = """
  struct node *head = 0;
  for (int i = 0; i < 3; i++) { struct node *m = malloc(sizeof *m); m->v = i; m->next = head; head = m; }
"""

RULES: dict[str, Rule] = {
    "a cell": Rule(
        main("  int x = 1; int *p = &x; *p = n;\n  check(x == n);"),
        main("  int x = 1; int *p = &x; *p = n;\n  check(x == 1); // here"),
        "unreach-call",
    ),
    "cells of a struct": Rule(
        main("  g.a = 1; struct s *p = &g; p->b = n; p->c = 2;\n  check(g.a == 1 && g.b == n);", "struct s { int a, b; char c; } g;"),
        main("  g.a = 1; struct s *p = &g; p->b = n; p->a = 2;\n  check(g.a == 1); // here", "struct s { int a, b; char c; } g;"),
        "unreach-call",
    ),
    "bounds": Rule(
        main("  int a[4] = {0}; if (n >= 0 && n < 4) a[n] = 1;"),
        main("  int a[4] = {0}; if (n >= 0 && n < 5)\n  a[n] = 1; // here"),
        "valid-deref",
    ),
    "bounds below": Rule(
        main("  int a[4] = {0}; if (n >= 0 && n < 4) a[3 - n] = 1;"),
        main("  int a[4] = {0}; if (n >= 0 && n < 5)\n  a[3 - n] = 1; // here"),
        "valid-deref",
    ),
    "elements differ": Rule(
        main("  int a[4] = {1, 2, 3, 4}; n &= 3; a[n] = 9;\n  check(n == 1 || a[1] == 2);"),
        main("  int a[4] = {1, 2, 3, 4}; n &= 3; a[n] = 9;\n  check(a[1] == 2); // here"),
        "unreach-call",
    ),
    "use after free": Rule(
        main("  int *p = malloc(4); *p = n; int v = *p; free(p);\n  check(v == n);"),
        main("  int *p = malloc(4); *p = n; free(p);\n  n = *p; // here"),
        "valid-deref",
    ),
    "use after free in a family": Rule(
        main("  int *p = 0; for (int i = 0; i < 2; i++) { free(p); p = malloc(4); *p = n; }\n  n = *p; free(p);"),
        main(
            "  int *p = 0, *q = 0; for (int i = 0; i < 2; i++) { q = p; free(p); p = malloc(4); *p = n; }\n  n = *q; // here"
        ),
        "valid-deref",
    ),
    "double free": Rule(
        main("  int *p = malloc(4); if (n) { free(p); p = 0; }\n  free(p);"),
        main("  int *p = malloc(4); if (n) { free(p); }\n  free(p); // here"),
        "valid-free",
    ),
    "free inside": Rule(
        main("  int *p = malloc(8), *q = p + (n & 1);\n  if (q == p) free(q);"),
        main("  int *p = malloc(8), *q = p + (n & 1);\n  free(q); // here"),
        "valid-free",
    ),
    "free of a local": Rule(
        main("  int x, *p = malloc(4), *q = n ? p : &x;\n  if (n) free(q);"),
        main("  int x, *p = malloc(4), *q = n ? p : &x;\n  free(q); // here"),
        "valid-free",
    ),
    "null": Rule(
        main("  int x = 0, *p = n ? &x : 0;\n  if (p) *p = 1;"),
        main("  int x = 0, *p = n ? &x : 0;\n  *p = 1; // here"),
        "valid-deref",
    ),
    "wrong width": Rule(
        main("  char c[4] = {0}; *(int *)c = n;\n  check(c[0] == (char)n);"),
        main("  char c[3] = {0}; char *p = c;\n  *(int *)p = n; // here"),
        "valid-deref",
    ),
    "overlapping widths": Rule(
        main("  union { int i; unsigned char b[4]; short s[2]; } u; u.i = n; u.b[1] = 7;\n  check((u.i >> 8 & 255) == 7 && (u.s[0] & 255) == (n & 255));"),
        main("  union { int i; unsigned char b[4]; short s[2]; } u; u.i = n; u.b[1] = 7;\n  check(u.i == n); // here"),
        "unreach-call",
    ),
    "bytes of an array": Rule(
        main("  int a[2] = {n, 0}; unsigned char *b = (unsigned char *)a; b[n & 3] = 1;\n  check(a[1] == 0);"),
        main("  int a[2] = {n, 0}; unsigned char *b = (unsigned char *)a; b[n & 7] = 1;\n  check(a[1] == 0); // here"),
        "unreach-call",
    ),
    "two strides": Rule(
        main("  short a[4] = {0}; int *p = (int *)a; p[n & 1] = 0x20001;\n  check(a[0] == 0 || a[1] == 2);"),
        main("  short a[4] = {0}; int *p = (int *)a; p[n & 1] = 0x20001;\n  check(a[1] == 0); // here"),
        "unreach-call",
    ),
    "pointer to pointer": Rule(
        main("  int x = 1, y = 2, *p = &x, **q = &p; *q = &y; **q = n;\n  check(x == 1 && y == n);"),
        main("  int x = 1, y = 2, *p = &x, **q = &p; *q = &y; **q = n;\n  check(y == 2); // here"),
        "unreach-call",
    ),
    "aliasing parameters": Rule(
        main("  int x, y; set(&x, &y);\n  check(x == 1 && y == 2);", "static void set(int *p, int *q) { *p = 1; *q = 2; }"),
        main(
            "  int x, y; set(&x, n ? &y : &x);\n  check(x == 1); // here",
            "static void set(int *p, int *q) { *p = 1; *q = 2; }",
        ),
        "unreach-call",
    ),
    "an array of structs": Rule(
        main("  n &= 3; t[n].v = 5; t[n].p = &n;\n  check(t[n].v == 5 && t[n].p == &n);", "struct e { int v; int *p; } t[4];"),
        main("  n &= 3; t[n].v = 5; t[n].p = &n;\n  check(t[2].p == 0); // here", "struct e { int v; int *p; } t[4];"),
        "unreach-call",
    ),
    "a list": Rule(
        main(LIST + "  int s = 0; for (struct node *p = head; p; p = p->next) s += p->v;\n  check(s == 3);", NODE),
        main(LIST + "  int s = 0; for (struct node *p = head; p; p = p->next) s += p->v;\n  check(s != 3); // here", NODE),
        "unreach-call",
    ),
    "a list that is freed": Rule(
        main(LIST + "  while (head) { struct node *t = head->next; free(head); head = t; }", NODE),
        main(LIST + "  while (head) { free(head);\n  head = head->next; } // here", NODE),
        "valid-deref",
    ),
    "nodes differ": Rule(
        main(LIST + "  head->v = 7;\n  check(head->next->v == 1);", NODE),
        main(LIST + "  head->next->v = 7;\n  check(head->next->v == 1); // here", NODE),
        "unreach-call",
    ),
    "locals of recursion": Rule(
        main("  check(sum(3, 0) == 6);", "static int sum(int k, int *up) { int own = k; if (up) own += *up; return k ? sum(k - 1, &own) : own; }"),
        main(
            "  int *p = keep(2, 0);\n  n = *p; // here",
            "static int *keep(int k, int *up) { int own = k; int *p = up ? up : &own; return k ? keep(k - 1, p) : p; }",
        ),
        "valid-deref",
    ),
    "a local that outlives its call": Rule(
        main("  f(); f();\n  check(g && 1);", "int *g; static int x; static void f(void) { int l = 1; g = &l; *g = 2; x = l; }"),
        main("  f();\n  n = *g; // here", "int *g; static void f(void) { int l = 1; g = &l; *g = 2; }"),
        "valid-deref",
    ),
    "a local of a call before": Rule(
        main("  f(1); f(0);", "int *g; static void f(int k) { int l = 1; if (k) g = &l; l = *(&l); }"),
        main("  f(1); f(0);", "int *g; static void f(int k) { int l = 1; if (k) g = &l; else\n  l = *g; } // here"),
        "valid-deref",
    ),
    "a scope": Rule(
        main("  int *p = 0; for (int i = 0; i < 2; i++) { int x = i; p = &x; *p = n; }\n  n = p == 0;"),
        main("  int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p)\n  *p = n; // here\n  p = &x; }"),
        "valid-deref",
    ),
    "a scope that has ended": Rule(
        main("  int *p; { int x = n; p = &x; n = *p; }"),
        main("  int *p; { int x = n; p = &x; }\n  n = *p; // here"),
        "valid-deref",
    ),
    "an array of variable length": Rule(
        main("  if (n > 0 && n < 5) { int a[n]; a[n - 1] = 1; }"),
        main("  if (n > 0 && n < 5) { int a[n];\n  a[n] = 1; } // here"),
        "valid-deref",
    ),
    "an object of unknown size": Rule(
        main("  if (n > 0 && n < 9) { char *p = malloc(n); p[n - 1] = 1; free(p); }"),
        main("  if (n > 0 && n < 9) { char *p = malloc(n);\n  p[n] = 1; } // here"),
        "valid-deref",
    ),
    "memory that is not written": Rule(
        main("  int *p = calloc(2, 4);\n  check(p[1] == 0);"),
        main("  int *p = malloc(8);\n  check(p[1] == 0); // here"),
        "unreach-call",
    ),
    "memory that is not written, in a loop": Rule(
        main("  for (int i = 0; i < 2; i++) { int *p = calloc(2, 4);\n  check(p[n & 1] == 0); p[n & 1] = 1; free(p); }"),
        main("  for (int i = 0; i < 2; i++) { int *p = malloc(8); p[0] = 0; p[1] = i;\n  check(p[n & 1] == 0); free(p); } // here"),
        "unreach-call",
    ),
    "copies": Rule(
        main("  struct s a = {1, n, 0}, b; a.p = &n; memcpy(&b, &a, sizeof a);\n  check(b.y == n && b.p == &n);", "struct s { int x, y; int *p; };"),
        main("  struct s a = {1, n, 0}, b = {0}; a.p = &n; memcpy(&b, &a, 4);\n  check(b.p == &n); // here", "struct s { int x, y; int *p; };"),
        "unreach-call",
    ),
    "copies of unknown length": Rule(
        main("  char a[4] = {1, 2, 3, 4}, b[4] = {0}; n &= 3; memcpy(b, a, n);\n  check(n < 2 || b[1] == 2);"),
        main("  char a[4] = {1, 2, 3, 4}, b[4] = {0}; n &= 3; memcpy(b, a, n);\n  check(b[1] == 2); // here"),
        "unreach-call",
    ),
    "a copy onto itself": Rule(
        main("  int a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 12);\n  check(a[1] == 1 && a[2] == 2 && a[3] == 3);"),
        main("  int a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 12);\n  check(a[2] == 1); // here"),
        "unreach-call",
    ),
    "a copy too far": Rule(
        main("  char a[4] = {0}, b[8] = {0}; n &= 7; if (n < 5) memcpy(a, b, n);"),
        main("  char a[4] = {0}, b[8] = {0}; n &= 7; if (n < 6)\n  memcpy(a, b, n); // here"),
        "valid-deref",
    ),
    "fills": Rule(
        main("  int a[100]; memset(a, 0, sizeof a); a[n & 63] = 1;\n  check(a[80] == 0);"),
        main("  int a[100]; memset(a, 0, sizeof a); a[(unsigned)n % 100] = 1;\n  check(a[80] == 0); // here"),
        "unreach-call",
    ),
    "calls through pointers": Rule(
        main("  f = n ? one : two;\n  check(f() == (n ? 1 : 2));", "static int one(void) { return 1; } static int two(void) { return 2; } int (*f)(void);"),
        main("  f = n ? one : 0;\n  n = f(); // here", "static int one(void) { return 1; } int (*f)(void);"),
        "valid-deref",
    ),
    "constants": Rule(
        main('  const char *s = "abc";\n  check(s[n & 1] != 0);'),
        main('  char *s = (char *)"abc"; if (n)\n  s[0] = 1; // here'),
        "valid-deref",
    ),
    "equal pointers": Rule(
        main("  int x, y, *p = n ? &x : &y;\n  check((p == &x) == (n != 0));"),
        main("  int x, y, *p = n ? &x : &y;\n  check(p == &x); // here"),
        "unreach-call",
    ),
    "the end of one, the start of another": Rule(
        main("  int x[2], y[2], *p = x + 2;\n  check(p != x + 1);"),
        main("  int x[2], y[2], *p = x + 2;\n  check(p != y); // here"),
        "unreach-call",
    ),
    "what was freed, and what is new": Rule(
        main("  int *p = malloc(4); int *q = malloc(4);\n  check(p != q);"),
        main("  int *p = malloc(4); free(p); int *q = malloc(4);\n  check(p != q); // here"),
        "unreach-call",
    ),
    "order in one object": Rule(
        main("  int a[4], *p = a + (n & 3), *e = a + 4;\n  check(p < e && e - p == 4 - (n & 3));"),
        main("  int a[4], *p = a + (n & 3), *e = a + 3;\n  check(p < e); // here"),
        "unreach-call",
    ),
    "a far index": Rule(
        main("  int a[4] = {0}, b[4] = {0}, *p = n ? a : b; unsigned k = __VERIFIER_nondet_int();\n  if (k < 4) p[k] = 1;"),
        main("  int a[4] = {0}, b[4] = {0}, *p = n ? a : b; unsigned k = __VERIFIER_nondet_int();\n  p[k] = 1; // here"),
        "valid-deref",
    ),
    "32 bits": Rule(
        main(LIST + "  head->v = n;\n  check(head->next->v == 1);", NODE),
        main(LIST + "  head = head->next->next->next;\n  n = head->v; // here", NODE),
        "valid-deref",
        "ILP32",
    ),
}


def _compared(text: str, rule: Rule, folder: Path) -> Compared:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    found = compared(program_of(path, data_model=rule.width), timeout=20)
    assert isinstance(found, Compared), found.reason
    return found


@pytest.mark.parametrize("name", RULES)
def test_what_is_safe_stays_so(name: str, tmp_path: Path) -> None:
    found = _compared(RULES[name].safe, RULES[name], tmp_path)
    assert found.original.violations == found.lowered.violations == frozenset()
    assert found.lowered.complete


@pytest.mark.parametrize("name", RULES)
def test_what_goes_wrong_still_does(name: str, tmp_path: Path) -> None:
    rule = RULES[name]
    line = next(i for i, text in enumerate((HEAD + rule.broken).splitlines(), 1) if text.endswith("// here"))
    found = _compared(rule.broken, rule, tmp_path)
    assert (rule.fails, line) in found.original.violations
    assert (rule.fails, line) in found.lowered.violations
