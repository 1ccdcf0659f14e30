"""Every kind of access is checked for alignment: all places of a list that are wrong are found, and no others."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import antumbra
from antumbra.frontends.c import aligned
from support.size import some

HEAD = """#include <stdarg.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
struct large { int a[9]; };
struct wide { long long a[5]; };
struct mixed { char c; short s; int i : 5, j : 11; struct pair p; };
struct __attribute__((packed)) tight { char c; int i; struct pair p; };
typedef int four __attribute__((vector_size(16)));
static void take(struct large it, struct pair other) { (void)it, (void)other; }
static void take_wide(struct wide it) { (void)it; }
static struct large give(void) { return (struct large){{1}}; }
static int sum(int n, ...) {
  va_list all;
  int s = 0;
  va_start(all, n);
  for (int i = 0; i < n; i++) s += va_arg(all, int) + (int)va_arg(all, double);
  va_end(all);
  return s;
}
int main(void) {
  char *room = aligned_alloc(16, 128);
  int n = __VERIFIER_nondet_int(), at = __VERIFIER_nondet_int();
  int array[3] = {1, 2, 3};
  int *i;
  struct pair pair = {1, 2}, *p;
  struct mixed mixed, *m;
  struct tight tight, *t;
  if (at < 0 || at > 2) return 0;
  switch (n) {
"""

#: each is a place of its own; the first few are wrong
WRONG = (
    "i = (int *)(room + 1); return *i;",
    "i = (int *)(room + 2); *i = 1; return 0;",
    "i = (int *)(room + 1); (*i)++; return 0;",
    "i = (int *)(room + 3); --*i; return 0;",
    "i = (int *)(room + 2); *i += 4; return 0;",
    "i = (int *)(room + 1); return i[2];",
    "i = (int *)(room + at); return *i;",
    "p = (struct pair *)(room + 2); pair = *p; return pair.a;",
    "p = (struct pair *)(room + 2); *p = pair; return 0;",
    "p = (struct pair *)(room + 1); return p->b;",
    "p = (struct pair *)(room + 2); *p = (struct pair){0}; return 0;",
    "{ struct large *l = (struct large *)(room + 2); take(*l, pair); return 0; }",
    "{ struct large *l = (struct large *)(room + 2); *l = give(); return 0; }",
    "{ struct wide *w = (struct wide *)(room + 4); take_wide(*w); return 0; }",
    "{ double _Complex *c = (void *)(room + 4); *c = 1.0; return 0; }",
    "{ double *d = (double *)(room + 4); return *d > 1.0; }",
    "i = (int *)(room + 2); __atomic_store_n(i, 1, 5); return 0;",
    "i = (int *)(room + 2); return __atomic_fetch_add(i, 1, 5);",
    "i = (int *)(room + 2); return __sync_bool_compare_and_swap(i, 1, 2);",
    "{ four *f = (four *)(room + 8); *f = (four){1, 2, 3, 4}; return 0; }",
    "m = (struct mixed *)(room + 2); m->j = 3; return 0;",
    "m = (struct mixed *)(room + 1); return m->s;",
    "t = &tight; i = &t->i; return *i;",
    "t = &tight; p = &t->p; return p->a;",
    "{ void **q = (void **)(room + 4); *q = room; return 0; }",
)
RIGHT = (
    "i = (int *)(room + 4); (*i)++; return *i + (at ? array[at] : array[0]);",
    "i = (int *)(room + 4 * at); *i += 2; return i[2];",
    "p = (struct pair *)(room + 4); *p = pair; pair = *p; return p->b + pair.a;",
    "{ struct large *l = (struct large *)(room + 8); *l = give(); take(*l, pair); return 0; }",
    "{ struct wide *w = (struct wide *)(room + 8); take_wide(*w); return 0; }",
    "{ double _Complex *c = (void *)(room + 8); *c = 1.0; return 0; }",
    "i = (int *)(room + 4); return __atomic_fetch_add(i, 1, 5) + __sync_bool_compare_and_swap(i, 1, 2);",
    "{ four *f = (four *)(room + 16); *f = (four){1, 2, 3, 4}; return 0; }",
    "m = (struct mixed *)(room + 4); m->j = 3; mixed = *m; return mixed.s + mixed.p.b;",
    "t = (struct tight *)(room + 1); t->i = 3; tight = *t; return tight.p.a + (t->p.b += 2);",
    "return sum(2, 1, 2.0, 3, 4.0);",
    "{ int *q[2] = {array, array + 2}; return *q[at & 1] + **(at ? &q[0] : &q[1]); }",
)
LINES_BEFORE = HEAD.count("\n")


def found(data_model: Literal["LP64", "ILP32"] = "LP64") -> set[int]:
    """Which of the places are misaligned, by number."""
    with TemporaryDirectory() as name:
        path = Path(name, "accesses.c")
        places = "".join(f"    case {n}: {text}\n" for n, text in enumerate((*WRONG, *RIGHT)))
        path.write_text(f"{HEAD}{places}  }}\n  return 0;\n}}\n")
        result = antumbra.explore(path, property="alignment", data_model=data_model, timeout=60)
        assert result.stats["paths"] > len(RIGHT)
        findings = (*([result.finding] if result.finding else ()), *result.others)
        assert all(finding.replayed or data_model != "LP64" for finding in findings)
        findings = [finding for finding in findings if finding.check == "alignment" and finding.replayed]
        return {finding.location.line - LINES_BEFORE - 1 for finding in findings if finding.location is not None}


def test_each_kind_of_access_is_checked() -> None:
    assert found() == set(range(len(WRONG)))


def test_each_kind_of_access_is_checked_on_32_bits() -> None:
    if some(False, True):
        # there doubles and pointers need no more than 4 bytes, and no structure is passed where it lies
        needs_eight = {n for n, text in enumerate(WRONG) if "room + 4" in text}
        assert found("ILP32") == set(range(len(WRONG))) - needs_eight


def test_values_come_from_the_blocks_in_which_they_are_made() -> None:
    text = """define i32 @f(ptr %p, i1 %c) {
entry:
  br i1 %c, label %then, label %end

then:
  %0 = load i32, ptr %p, align 4, !dbg !7
  br label %end

end:
  %r = phi i32 [ 1, %entry ], [ %0, %then ]
  ret i32 %r
}
"""
    made = aligned.with_checks(text, "i64")
    assert "[ 1, %entry ], [ %0, %antumbra.aligned.1.yes ]" in made
    assert "call void @__ubsan_handle_type_mismatch_minimal(), !dbg !7" in made
