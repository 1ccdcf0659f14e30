"""Indices within an object are checked in every kind of access, and the place behind an array may be computed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import antumbra

HEAD = """extern int __VERIFIER_nondet_int(void);
struct pair { int x, y; };
static struct {
  int before, a[3], b;
  struct pair p[2];
  int c;
  double _Complex z[2];
  int last[2];
} g;
struct one { int before, a[1]; };
static struct { struct one o; int more[3]; } longer;
static void take(struct pair it) { (void)it; }
int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  struct pair pair = {1, 2};
  double _Complex z;
  int *q;
  if (i < -1 || i > 3) return 0;
  switch (n) {
"""
WRONG = (
    "if (i > 0) g.a[i]++; return 0;",
    "if (i > 0) return --g.a[i]; return 0;",
    "g.a[3]++; return 0;",
    "{ struct { int a[2], b; } l = {{1, 2}, 3}; l.a[2]--; return l.b; }",
    "if (i > 0) g.a[i] += 2; return 0;",
    "if (i > 0 && i < 3) pair = g.p[i]; return pair.x;",
    "if (i > 0 && i < 3) g.p[i] = pair; return 0;",
    "if (i > 0 && i < 3) take(g.p[i]); return 0;",
    "if (i > 0 && i < 3) z = g.z[i]; return z == 1.0;",
    "if (i > 0) return __atomic_load_n(&g.a[i], 5); return 0;",
    "if (i > 0 && i < 3) g.p[i].y++; return 0;",
    "if (i < 2) g.last[i] = 1; return 0;",
    "if (i < 2) g.last[i]++; return 0;",
)
RIGHT = (
    "if (i > 0) q = &g.a[i]; return q == &g.a[3];",
    "q = &g.a[3]; return q[-1];",
    "return *(&g.a[3] - 1) + (&g.a[3])[-2];",
    "if (i >= 0 && i < 3) { g.a[i]++; g.a[2]--; q = g.a + i; ++*q; } return 0;",
    "if (i >= 0 && i < 2) { pair = g.p[i]; g.p[1] = pair; take(g.p[i]); g.z[i] = z = g.z[1]; g.last[i]++; } return 0;",
    "{ struct one *o = &longer.o; if (i > 0) o->a[i]++; return o->a[1]; }",
)


def test_each_kind_of_access_is_checked() -> None:
    with TemporaryDirectory() as name:
        path = Path(name, "indices.c")
        places = "".join(f"    case {n}: {text}\n" for n, text in enumerate((*WRONG, *RIGHT)))
        path.write_text(f"{HEAD}{places}  }}\n  return 0;\n}}\n")
        result = antumbra.explore(path, property="def-behavior", timeout=60)
        findings = (*([result.finding] if result.finding else ()), *result.others)
        assert all(finding.replayed for finding in findings)
        lines = {finding.location.line for finding in findings if finding.location is not None}
        assert {line - HEAD.count("\n") - 1 for line in lines} == set(range(len(WRONG)))
