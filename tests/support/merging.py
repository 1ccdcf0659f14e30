"""Programs whose states meet and differ in one thing: what a rule of merging forgets shows in one of them."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import antumbra
from antumbra import terms as T
from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.program import model as P

HEAD = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void reach_error(void);
"""


@dataclass(frozen=True)
class Meeting:
    expected: str
    body: str
    asked: str = "unreach-call"
    before: str = ""
    language: str = "c"

    @property
    def text(self) -> str:
        if self.language != "c":
            return self.body
        return f"{HEAD}{self.before}\nint main(void) {{\n{self.body}\nreturn 0;\n}}\n"


#: the branch has no join in its procedure, and the caller has no use for what differs
TWO_RETURNS = """
@g = global i32 0
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()
define i64 @pick(i32 %c) {
  %big = icmp sgt i32 %c, 3
  br i1 %big, label %yes, label %no
yes:
  store i32 1, ptr @g
  %x = zext i32 %c to i64
  ret i64 %x
no:
  store i32 2, ptr @g
  ret i64 5
}
define i32 @main() {
  %c = call i32 @__VERIFIER_nondet_int()
  call i64 @pick(i32 %c)
  %g = load i32, ptr @g
  %big = icmp sgt i32 %c, 3
  %wanted = select i1 %big, i32 1, i32 2
  %wrong = icmp ne i32 %g, %wanted
  br i1 %wrong, label %error, label %end
error:
  call void @reach_error()
  br label %end
end:
  ret i32 0
}
"""


def explored(program: Meeting) -> str:
    """The verdict of exploring with all merging that is possible."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"program.{program.language}"
        path.write_text(program.text, "utf-8")
        result = antumbra.check(
            path,
            engine="explore",
            property=program.asked,
            options={"merge": "all"},
            check_proofs=False,
            max_depth=200,
        )
        return result.verdict.value


def global_variable(wrong: bool) -> Explorer:
    """A variable of the program is 1 on one side of a branch, and 2 on the other (of which one must not be)."""
    sort = T.bv_sort(32)
    choice, x = T.var("c", sort), T.var("x", sort)
    first = T.eq(choice, T.bv(0, 32))
    right = T.eq(x, T.ite(first, T.bv(1, 32), T.bv(3 if wrong else 2, 32)))
    blocks = {
        "a": P.Block("a", [P.Havoc(choice, P.Source.INPUT, "c", "int")], P.Branch(first, "b", "d")),
        "b": P.Block("b", [P.Assign((x,), (T.bv(1, 32),))], P.Goto(("e",))),
        "d": P.Block("d", [P.Assign((x,), (T.bv(2, 32),))], P.Goto(("e",))),
        "e": P.Block("e", [P.Assert(right, "assert", "x")], P.Return()),
    }
    main = P.Procedure("main", (), (), blocks)
    program = P.Program("t", "c", {"main": main}, "main", P.Layout(64, first_free=0x100000), variables={x: T.bv(0, 32)})
    return Explorer(program, ExploreOptions(checks=frozenset({"assert"}), merge="all"))


def ignored_result() -> Explorer:
    """The results of two returns differ, and the call has no use for them."""
    sort = T.bv_sort(32)
    given, choice, result = T.var("g", sort), T.var("c", sort), T.var("r", sort)
    call = [P.Havoc(choice, P.Source.INPUT, "c", "int"), P.Call((), "pick", (choice,))]
    pick = {
        "a": P.Block("a", [], P.Branch(T.eq(given, T.bv(0, 32)), "b", "d")),
        "b": P.Block("b", [], P.Return((T.bv(5, 32),))),
        "d": P.Block("d", [], P.Return((given,))),
    }
    procedures = {
        "main": P.Procedure("main", (), (), {"m": P.Block("m", call, P.Return())}),
        "pick": P.Procedure("pick", (given,), (result,), pick),
    }
    program = P.Program("t", "c", procedures, "main", P.Layout(64, first_free=0x100000))
    return Explorer(program, ExploreOptions(checks=frozenset({"assert"}), merge="all"))


PROGRAMS: dict[str, Meeting] = {
    "registers": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int(), x;
  if (c > 3) x = c; else x = 9;
  if (c > 3 && x != c) reach_error();
  if (c <= 3 && x != 9) reach_error();""",
    ),
    "cells": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int();
  if (c > 3) g[1] = c; else g[2] = 9;
  if (c > 3 && (g[1] != c || g[2] != 0)) reach_error();
  if (c <= 3 && (g[1] != 0 || g[2] != 9)) reach_error();""",
        before="int g[4];",
    ),
    "cells, wrong": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int();
  if (c > 3) g[1] = c; else g[2] = 9;
  if (g[2] == 9 && c == 2) reach_error();""",
        before="int g[4];",
    ),
    "an assumption on one side": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = 1;
  if (c > 3) { __VERIFIER_assume(x > 0); y = 2; }
  if (y == 2 && x <= 0) reach_error();""",
    ),
    "an assumption on one side, the other": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = 1;
  if (c > 3) { __VERIFIER_assume(x > 0); y = 2; }
  if (y == 1 && x <= 0) reach_error();""",
    ),
    "an assumption on the other side": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = 1;
  if (c > 3) y = 2; else __VERIFIER_assume(x > 0);
  if (y == 1 && x <= 0) reach_error();""",
    ),
    "bytes that nobody wrote": Meeting(
        "not safe",
        """int a[4], c = __VERIFIER_nondet_int();
  int *p = a + (c & 0);
  if (c > 3) p[1] = 0;
  if (c <= 3 && p[1] == 77) reach_error();""",
    ),
    "bytes of another width": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int();
  char *p = (char *)g;
  if (c > 3) g[1] = 5; else p[5] = 7;
  if (c <= 3 && g[1] == 0x700) reach_error();""",
        before="int g[4];",
    ),
    "an array on one side": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int();
  unsigned i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i < 100);
  if (c > 3) g[i] = 5;
  if (c > 3 && g[50] == 5) reach_error();""",
        before="int g[100];",
    ),
    "an array on the other side": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int();
  unsigned i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i < 100);
  if (c > 3) g[i] = 5;
  if (c <= 3 && g[50] == 5) reach_error();""",
        before="int g[100];",
    ),
    "arrays": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int();
  unsigned i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i < 100);
  g[i] = 1;
  if (c > 3) g[i] = 5; else g[i] = 6;
  if (g[i] != (c > 3 ? 5 : 6)) reach_error();""",
        before="int g[100];",
    ),
    "pieces of an unknown object": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int(), x;
  char b[4];
  klee_make_symbolic(b, sizeof b, "b");
  if (c > 3) x = b[0]; else x = b[1] + 1;
  if (c > 3 && x == 1 && b[1] == 3 && b[0] == 1) reach_error();""",
    ),
    "pieces of an unknown object, in another order": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int(), x;
  char b[4];
  klee_make_symbolic(b, sizeof b, "b");
  if (c > 3) x = b[0] - b[1]; else x = b[1] - b[0];
  if (c <= 3 && x == 2 && b[0] == 7) reach_error();""",
    ),
    "pieces of an unknown object, in another order, other side": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int(), x;
  char b[4];
  klee_make_symbolic(b, sizeof b, "b");
  if (c > 3) x = b[0] - b[1]; else x = b[1] - b[0];
  if (c > 3 && x == 2 && b[0] == 7) reach_error();""",
    ),
    "pieces of an unknown object, both": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int(), x;
  char b[4];
  klee_make_symbolic(b, sizeof b, "b");
  if (c > 3) x = b[0]; else x = b[1];
  if (c > 3 && x != b[0]) reach_error();
  if (c <= 3 && x != b[1]) reach_error();""",
    ),
    "an object whose life ends on one side": Meeting(
        "unsafe",
        """int c = __VERIFIER_nondet_int();
  int *p = calloc(1, 4);
  if (c > 3) drop(p);
  if (c > 5 && *p == 0) g = 1;
  if (c <= 3) free(p);""",
        "valid-deref",
        before="int g;\nstatic void end(void *p) { free(p); }\nvoid (*drop)(void *) = end;",
    ),
    "an object whose life ends on the other side": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int();
  int *p = calloc(1, 4);
  if (c > 3) drop(p);
  if (c <= 3 && *p == 0) g = 1;
  if (c <= 3) free(p);""",
        "valid-deref",
        before="int g;\nstatic void end(void *p) { free(p); }\nvoid (*drop)(void *) = end;",
    ),
    "a result that nobody reads": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int();
  pick(c);
  if (g != (c > 3)) reach_error();""",
        before="int g;\nstatic long pick(int c) { if (c > 3) { g = 1; return 3; } g = 0; return 5; }",
    ),
    "two returns and a result that nobody reads": Meeting("safe", TWO_RETURNS, language="ll"),
    "a switch": Meeting(
        "safe",
        """int c = __VERIFIER_nondet_int(), x;
  switch (c) { case 1: x = 10; break; case 2: case 3: x = 20; break; case 7: x = 70; break; default: x = 0; }
  if (c == 1 && x != 10) reach_error();
  if ((c == 2 || c == 3) && x != 20) reach_error();
  if (c == 7 && x != 70) reach_error();
  if ((c < 1 || c > 7) && x != 0) reach_error();""",
    ),
    "early returns": Meeting(
        "safe",
        """int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int(), i = find(a, x);
  if (i >= 0 && a[i] != x) reach_error();
  if (i < 0 && (a[0] == x || a[1] == x || a[2] == x)) reach_error();""",
        before="static int find(int *a, int x) { for (int i = 0; i < 3; i++) if (a[i] == x) return i; return -1; }",
    ),
    "recursion": Meeting(
        "safe",
        """int x = __VERIFIER_nondet_int();
  if (depth(4, x) > 4) reach_error();""",
        before="static int depth(int n, int x) { int r = 0; if (n > 0 && x > n) r = 1 + depth(n - 1, x); return r; }",
    ),
    "a side that is impossible": Meeting(
        "safe",
        """int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
  __VERIFIER_assume(x > y && y > 5);
  if (x < y) z = g = 1;
  if (z) reach_error();""",
        before="int g;",
    ),
    "parted twice, written on the other sides": Meeting(
        "safe",
        """int o = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = 0;
  int a[4];
  int *p = a + (o & 0);
  if (o > 1) {
    if (x > 2) { if (y > 3) { p[0] = 1; r = 1; } else { r = 2; } } else { r = 3; }
    p[0] = 9;
  }
  if (o > 1 && x > 2 && y > 3 && r != 1) reach_error();
  if (o > 1 && x > 2 && y <= 3 && r != 2) reach_error();
  if (o > 1 && x <= 2 && r != 3) reach_error();
  if (o <= 1 && r != 0) reach_error();""",
    ),
    "parted twice": Meeting(
        "safe",
        """int o = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r = 0;
  int a[4];
  int *p = a + (o & 0);
  if (o > 1) {
    if (x > 2) { if (y > 3) { p[0] = 1; r = 1; } else { r = 2; } } else { p[0] = 3; r = 3; }
    p[0] = 9;
  }
  if (o > 1 && x > 2 && y > 3 && r != 1) reach_error();
  if (o > 1 && x > 2 && y <= 3 && r != 2) reach_error();
  if (o > 1 && x <= 2 && r != 3) reach_error();
  if (o <= 1 && r != 0) reach_error();""",
    ),
}
