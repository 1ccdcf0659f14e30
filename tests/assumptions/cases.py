"""For each assumption: a program whose verdict rests on it, and the same with the assumption lifted.

It is lifted by an option where there is one, else by a program that does what was ruled out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"


_LLVM = """declare void @reach_error()
define i32 @main() {{
  %u = add i32 undef, 0
  %c = icmp ne i32 %u, {operand}
  br i1 %c, label %bad, label %good
bad:
  call void @reach_error()
  br label %good
good:
  ret i32 0
}}
"""


@dataclass(frozen=True)
class Run:
    """A program with options and the verdict that it must get."""

    text: str
    verdict: str
    options: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    row: str
    rests: Run
    lifted: Run
    suffix: str = ".c"


def _c(
    row: str,
    text: str,
    verdict: str = "safe",
    *,
    then: str = "unsafe",
    instead: str | None = None,
    lift: dict[str, object] | None = None,
    **options: object,
) -> Case:
    """A C program that gets another verdict with further options ``lift``, or when it says something ``instead``."""
    options.setdefault("engine", "explore")
    lifted = {**options, **(lift or {})}
    if instead is not None:
        lifted.pop("entry", None)
        lifted.pop("entry_pointers", None)
    changed = text if instead is None else instead
    return Case(row, Run(HEAD + text, verdict, options), Run(HEAD + changed, then, lifted))


def _b(row: str, text: str, verdict: str, then: str, instead: str | None = None, **lift: object) -> Case:
    return Case(row, Run(text, verdict), Run(instead or text, then, lift), ".bpl")


_PAIR = "void f(char *p, char *q) { if (p && q && p != q) { p[1] = 1; q[0] = 2; if (p[1] != 1) reach_error(); } }\n"
_ALIAS = "void f(int *p, int *q) { if (p && q) { *p = 1; *q = 2; if (*p != 1) reach_error(); } }\n"
_MODE = "int mode; void f(void) { if (mode) reach_error(); }\n"
_SET = "static int n; void set(int v) { n = v; } extern void g(void);\n"
_SET_MAIN = "int main(void) { set(0); g(); if (n) reach_error(); }\n"
_FREED = "#include <stdlib.h>\nextern void g(void *);\nint main(void) { char *p = malloc(4); g(p); p[1] = 1; }\n"
_DEEP = "int f(int n) { if (n > 0) return f(n - 1); return 0; }\n"
_DEEP_MAIN = "int main(void) { if (f(5)) reach_error(); }\n"
_HANDLER = "#include <signal.h>\nstatic int got; static void h(int s) { got = s; }\n"
_SQUARE = "double a = 1.0 + 0x1p-30, b = 1.0 + 0x1p-29;\n"
_ROUND = "void f(double x) { if (x == 1.0 && x + 0x1p-60 != 1.0) reach_error(); }\n"
_LENGTH = 'unsigned long strlen(const char *); int main(void) { if (strlen("ab") != 2) reach_error(); }\n'
_LOCALE = 'char *setlocale(int, const char *); int main(void) { if (setlocale(6, "de")) reach_error(); }\n'
_GETENV = 'char *getenv(const char *); int main(void) { char *s = getenv("X"); if (s && s[4095]) reach_error(); }\n'
_LOCAL_TIME = (
    "int *localtime(const long *);\nint main(void) { long t = 0; if (localtime(&t)[2] == 2) reach_error(); }\n"
)
_SORT = (
    "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n"
    "static int same(const void *a, const void *b) { return 0; }\n"
    "int main(void) { int a[2] = {1, 2}; qsort(a, 2, 4, same); if (a[0] != 1) reach_error(); }\n"
)
_QSORT = (
    "void qsort(void *p, unsigned long n, unsigned long w, int (*c)(const void *, const void *))"
    " { int *a = p, t = a[0]; a[0] = a[1]; a[1] = t; }\n"
)
_COMPARE = (
    "int strcmp(const char *, const char *);\n"
    'int main(void) { char a[] = "c", b[] = "a"; if (strcmp(a, b) == 1) reach_error(); }\n'
)
_STRCMP = "int strcmp(const char *a, const char *b) { return *a > *b ? 1 : *a < *b ? -1 : 0; }\n"
_SINE = "double sin(double);\nint main(void) { double x = __VERIFIER_nondet_int(); if (sin(x) > 1) reach_error(); }\n"
_OTHER = "if (__VERIFIER_nondet_int()) x = 2;"

C_CASES = [
    _c(
        "outside-pointers",
        "extern int *get(void); int main(void) { int *p = get(); if (p) { *p = 1; if (*p != 1) reach_error(); } }",
        outside_pointers=4,
        lift={"outside_pointers": None},
        then="unknown",
    ),
    _c(
        "undefined-calls",
        (
            # without a closed form, and a round at a time nobody comes to the end
            "int main(void) { int *p = 0; unsigned n = __VERIFIER_nondet_int(), i = 0, h = 1; "
            "while (h != n) { h ^= h << 13; h ^= h >> 17; h ^= h << 5; i++; } if (i > 4000000000u) *p = 1; }"
        ),
        engine="auto",
        lift={"engine": "explore", "max_paths": 3},
        then="unknown",
    ),
    _c(
        "arguments",
        "int main(int argc, char **argv) { if (argc > 1) reach_error(); }",
        lift={"sym_args": [(0, 1, 1)]},
    ),
    _c(
        "external-environment",
        'int open(const char *, int, ...); void other(void); int main(void) { other(); if (open("x", 0) >= 0) '
        "reach_error(); }",
        sym_files=(0, 0),
        lift={"externals": "fail"},
        then="unknown",
    ),
    _c(
        "argument-bounds",
        "int main(int argc, char **argv) { if (argc > 2) reach_error(); }",
        sym_args=[(0, 1, 1)],
        lift={"sym_args": [(0, 2, 1)]},
    ),
    _c(
        "no-environment",
        "int main(int argc, char **argv, char **variables) { if (*variables) reach_error(); }",
        lift={"sym_env": [("A", 1)]},
    ),
    _c(
        "variable-bounds",
        'char *getenv(const char *); int main(void) { if (getenv("B")) reach_error(); }',
        sym_env=[("A", 1)],
        lift={"sym_env": [("B", 1)]},
    ),
    _c(
        "file-bounds",
        "int getchar(void); int main(void) { if (getchar() > 0 && getchar() > 0) reach_error(); }",
        sym_stdin=1,
        lift={"sym_stdin": 2},
    ),
    _c(
        "io",
        "int close(int); int main(void) { if (close(0)) reach_error(); }",
        sym_stdin=1,
        lift={"io_may_fail": True},
    ),
    _c(
        "entry-not-null",
        "void f(int *p) { if (!p) reach_error(); }",
        entry="f",
        entry_pointers="valid",
        lift={"entry_pointers": "maybe-null"},
    ),
    _c(
        "entry-null",
        "void f(int *p) { if (p) reach_error(); }",
        entry="f",
        pointers=["p=null"],
        lift={"pointers": ["p=maybe-null"]},
    ),
    _c("entry-separate", _ALIAS, entry="f", lift={"entry_pointers": "any"}),
    _c(
        "entry-overlap",
        _PAIR,
        instead=_PAIR + "int main(void) { char a[64]; f(a, a + 1); }",
        entry="f",
        entry_pointers="any",
    ),
    _c(
        "entry-size",
        "void f(int *p) { p[20] = 1; }",
        "unsafe",
        then="safe",
        entry="f",
        property="valid-deref",
        entry_pointers="valid",
        lift={"entry_pointer_size": 128},
    ),
    _c(
        "entry-string",
        "void f(char *p) { if (p[0] && p[1]) reach_error(); }",
        entry="f",
        pointers=["p=string:1"],
        lift={"pointers": ["p=string:2"]},
    ),
    _c("entry-globals", _MODE, instead=_MODE + "int main(void) { mode = __VERIFIER_nondet_int(); f(); }", entry="f"),
    _c(
        "external-pure",
        "int x; extern void g(void); int main(void) { x = 1; g(); if (x != 1) reach_error(); }",
        externals="pure",
        lift={"externals": "havoc"},
    ),
    _c("external-by-name", _SET + _SET_MAIN, instead=_SET + "void g(void) { set(1); }\n" + _SET_MAIN),
    _c(
        "external-correct",
        "extern void g(void); int main(void) { g(); }",
        instead="void g(void) { reach_error(); } int main(void) { g(); }",
    ),
    _c("external-frees", _FREED, instead=_FREED + "void g(void *p) { free(p); }", property="valid-deref"),
    _c(
        "external-results",
        "extern int g(void); int main(void) { if (g() == 7) reach_error(); }",
        "unsafe",
        then="unknown",
        lift={"externals": "fail"},
    ),
    _c(
        "weak-absent",
        "extern int w __attribute__((weak)); int main(void) { if (&w) reach_error(); }",
        instead="int w __attribute__((weak)); int main(void) { if (&w) reach_error(); }",
    ),
    _c(
        "unsized",
        "extern int a[]; int main(void) { a[2000] = 1; }",
        "unsafe",
        then="safe",
        instead="extern int a[3000]; int main(void) { a[2000] = 1; }",
        property="valid-deref",
    ),
    _c(
        "heap",
        "#include <stdlib.h>\nint main(void) { if (!malloc(4)) reach_error(); }",
        lift={"malloc_may_fail": True},
    ),
    _c(
        "stack",
        _DEEP + _DEEP_MAIN,
        instead="static int deep;\n" + _DEEP.replace("{", "{ if (++deep > 4) reach_error();", 1) + _DEEP_MAIN,
    ),
    _c(
        "uninitialised",
        "int main(void) { int x; if (x == 7) reach_error(); }",
        "unsafe",
        then="safe",
        instead="int main(void) { int x = 0; if (x == 7) reach_error(); }",
    ),
    _c(
        "signals",
        _HANDLER + "int main(void) { signal(2, h); if (got) reach_error(); }",
        instead=_HANDLER
        + "int main(void) { signal(2, h); if (__VERIFIER_nondet_int()) h(2); if (got) reach_error(); }",
    ),
    _c(
        "threads",
        "static _Atomic int x; int main(void) { x = 1; if (x != 1) reach_error(); }",
        instead=f"static _Atomic int x; int main(void) {{ x = 1; {_OTHER} if (x != 1) reach_error(); }}",
    ),
    _c(
        "volatile",
        "static volatile int x; int main(void) { x = 1; if (x != 1) reach_error(); }",
        instead=f"static volatile int x; int main(void) {{ x = 1; {_OTHER} if (x != 1) reach_error(); }}",
    ),
    _c(
        "wrapping",
        "int main(void) { int x = __VERIFIER_nondet_int(), y = x + 1; if (y - 1 != x) reach_error(); }",
        lift={"property": "unreach-call,no-overflow"},
    ),
    Case(
        "promises",
        Run(_LLVM.format(operand="%u"), "safe"),
        Run(_LLVM.format(operand="undef"), "unknown"),
        ".ll",
    ),
    _c(
        "undefined",
        "int main(void) { int a[2], *q = a, *p = q + 5; return p == a; }",
        instead="int main(void) { int a[2], i = 5; return &a[i] == a; }",
        property="def-behavior",
    ),
    _c(
        "float-evaluation",
        _SQUARE + "int main(void) { if (a * a - b != 0) reach_error(); }",
        instead=_SQUARE + "int main(void) { if ((long double)a * a - b != 0) reach_error(); }",
    ),
    _c(
        "float-environment",
        _ROUND,
        then="unknown",
        instead="int fesetround(int);\n" + _ROUND + "int main(void) { fesetround(0x800); f(1.0); }",
        entry="f",
    ),
    _c("library", _LENGTH, instead="unsigned long strlen(const char *s) { return 3; }\n" + _LENGTH),
    _c(
        "locale",
        _LOCALE,
        instead='char *setlocale(int a, const char *b) { static char c[] = "de"; return c; }\n' + _LOCALE,
    ),
    _c(
        "timezone",
        _LOCAL_TIME,
        instead="int *localtime(const long *t) { static int h[9] = {0, 0, 2}; return h; }\n" + _LOCAL_TIME,
    ),
    _c("sorting", _SORT, instead=_QSORT + _SORT),
    _c("glibc", _COMPARE, instead=_STRCMP + _COMPARE),
    _c("mathematics", _SINE, instead="double sin(double x) { return 2; }\n" + _SINE),
    _c(
        "environment",
        _GETENV,
        instead="char *getenv(const char *n) { static char c[9000]; c[4095] = 'a'; return c; }\n" + _GETENV,
    ),
    _c(
        "assumed",
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x <= 0) reach_error(); }",
        instead="int main(void) { int x = __VERIFIER_nondet_int(); if (x <= 0) reach_error(); }",
    ),
]

_CALL = "procedure main() { var x: int; call x := p(); assert x > 0; }"
_KERNEL = (
    "const {:existential true} b: bool; var x: int;"
    "procedure {:kernel} main() modifies x; { x := 0; while (*) invariant b ==> x == 0; { x := x + 1; } "
    "assert !b || x == 0; }"
)

BOOGIE_CASES = [
    _b(
        "axioms",
        "const c: int; axiom c > 0; axiom c < 0; procedure main() { assert c == 9; }",
        "safe",
        "unknown",
        check_assumptions=True,
    ),
    _b(
        "dead-axioms",
        "const a, b, c: int; axiom a > 0 && b > 0 && a * a * a + b * b * b == c * c * c;"
        " procedure main() { assert false; }",
        "unsafe",
        "unknown",
        disable=["dead-declarations"],
        solver_timeout=0.5,
    ),
    _b(
        "entry-requires",
        "procedure main(x: int) requires x > 0; { assert x > 0; }",
        "safe",
        "unsafe",
        "procedure main(x: int) { assert x > 0; }",
    ),
    _c(
        "entry-frame",
        "int g; void f(int x) __CPROVER_assigns() { g = x; }",
        instead="int g; void f(int x) { g = x; if (x) reach_error(); } int main(void) { f(__VERIFIER_nondet_int()); }",
        entry="f",
    ),
    _b(
        "free-contracts",
        "procedure p(x: int) free requires x > 0; { assert x > 0; } procedure main() { call p(0); }",
        "safe",
        "unsafe",
        "procedure p(x: int) requires x > 0; { assert x > 0; } procedure main() { call p(0); }",
    ),
    _b(
        "specifications",
        "procedure p() returns (r: int); ensures r > 0;\n" + _CALL,
        "safe",
        "unsafe",
        "procedure p() returns (r: int) ensures r > 0; { r := 0; }\n" + _CALL,
    ),
    _b(
        "trusted",
        "procedure main(p: bool) { assert {:verified_under true} p; }",
        "safe",
        "unsafe",
        "procedure main(p: bool) { assert p; }",
    ),
    _b("existential", _KERNEL, "safe", "unsafe", existential="true"),
]

_COUNTER = "param N = 2; var x: int = 0; up: when x < N do x := x + 1; property small: invariant x <= 2;"
_START = "var x: int; init x > 0; stay: do x := x; property positive: invariant x > 0;"

GUARDED_CASES = [
    Case("parameters", Run(_COUNTER, "safe"), Run(_COUNTER, "unsafe", {"defines": ["N=3"]}), ".gcl"),
    Case("initial", Run(_START, "safe"), Run(_START.replace("init x > 0; ", ""), "unsafe"), ".gcl"),
]

CASES = [*C_CASES, *BOOGIE_CASES, *GUARDED_CASES]
