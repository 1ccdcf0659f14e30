"""Functions without a body do all that code in another file could, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import antumbra
from support.size import some

HEAD = (
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void go(void); "
    "extern void keep(void *); extern int look(const void *) __attribute__((pure));\n"
)

#: name → a program in which the error is reached only if the outside does its part
REACHED = {
    "a global": "int x; int main(void) { x = 1; go(); if (x != 1) reach_error(); }",
    "a global declared elsewhere": "extern int x; int main(void) { x = 1; go(); if (x == 3) reach_error(); }",
    "its second change": "int x; int main(void) { go(); int y = x; go(); if (x == 5 && y == 4) reach_error(); }",
    "unread changes before": "int x; int main(void) { go(); go(); go(); if (x == 5) reach_error(); }",
    "a global float": "double x; int main(void) { x = 1; go(); if (x == 0.5) reach_error(); }",
    "an array": "int a[3]; int main(void) { a[1] = 1; go(); if (a[1] == 9) reach_error(); }",
    "a global pointer": "int *p; int main(void) { int x; p = &x; go(); if (!p) reach_error(); }",
    "what a global leads to": "int *p; int main(void) { int x = 0; p = &x; go(); if (x) reach_error(); }",
    "through two pointers": (
        "static int x; static int *q = &x; int **p = &q; int main(void) { go(); if (x == 8) reach_error(); }"
    ),
    "an escaped local": "int main(void) { int x = 0; keep(&x); if (x) reach_error(); }",
    "a local that escaped before": "int main(void) { int x; keep(&x); x = 5; go(); if (x != 5) reach_error(); }",
    "escaped and filled again": (
        "#include <string.h>\n"
        "int main(void) { int x[4]; keep(x); memset(x, 0, sizeof x); go(); if (x[2] == 7) reach_error(); }"
    ),
    "escaped and made an input again": (
        "extern void klee_make_symbolic(void *, unsigned long, const char *);\n"
        'int main(void) { int x; keep(&x); klee_make_symbolic(&x, 4, "x"); int y = x; go();\n'
        "if (x != y) reach_error(); }"
    ),
    "a heap object": (
        "#include <stdlib.h>\nint main(void) { int *p = malloc(4); keep(p); *p = 1; go(); if (*p != 1) reach_error(); }"
    ),
    "what escapes through another": (
        "int main(void) { int x = 0; int *p[2] = {0, &x}; keep(p); go(); if (x) reach_error(); }"
    ),
    "an address in a number": (
        "extern void number(unsigned long);\n"
        "int main(void) { int x = 0; number((unsigned long)&x); if (x) reach_error(); }"
    ),
    "a pointer in a structure": (
        "struct s { int *p; long n; }; extern void by_value(struct s);\n"
        "int main(void) { int x = 0; struct s s = {&x, 3}; by_value(s); if (x) reach_error(); }"
    ),
    "a static that escaped": "static int x; int main(void) { keep(&x); x = 0; go(); if (x) reach_error(); }",
    "errno": "#include <errno.h>\nint main(void) { errno = 0; go(); if (errno == 5) reach_error(); }",
    "a hook that is given": (
        "extern void with(void (*)(void)); static int n; static void hook(void) { n++; }\n"
        "int main(void) { with(hook); if (n == 2) reach_error(); }"
    ),
    "a hook in a global": (
        "static int n; static void set(int v) { n = v; } void (*hook)(int);\n"
        "int main(void) { hook = set; go(); if (n == 77) reach_error(); }"
    ),
    "a hook in a table": (
        "static int n; static void set(int v) { n = v; } struct ops { int id; void (*set)(int); };\n"
        "static const struct ops table = {1, set};\n"
        "int main(void) { keep((void *)&table); n = 0; go(); if (n == 6) reach_error(); }"
    ),
    "before it does not return": (
        "extern void stop(void (*)(void)) __attribute__((noreturn)); static void hook(void) { reach_error(); }\n"
        "int main(void) { stop(hook); }"
    ),
    "through a constant that nobody here uses": (
        "static int x; int *const p = &x; int main(void) { go(); if (x == 8) reach_error(); }"
    ),
    "through a pointer into an array": (
        "static int a[4]; int *const p = &a[2]; int main(void) { go(); if (a[1] == 8) reach_error(); }"
    ),
    "by an alias": (
        'static int x; extern int y __attribute__((alias("x"))); int main(void) { go(); if (x == 8) reach_error(); }'
    ),
    "a hook in a table that nobody here uses": (
        "static int n; static void set(int v) { n = v; } void (*const table[])(int) = {0, set};\n"
        "int main(void) { go(); if (n == 6) reach_error(); }"
    ),
    "through a pointer to the function": (
        "int x; void (*volatile f)(void); int main(void) { f = go; x = 1; f(); if (x != 1) reach_error(); }"
    ),
}

_MAYBE = "extern void with(void (*)(void)); static int n; static void hook(void) { n = 1; }\n"
_ROUNDS = "int k = __VERIFIER_nondet_int(); for (int i = 0; i < k; i++) ;"

#: two paths that differ only in what has escaped, and meet
REACHED |= {
    "escaped on one path": (
        "int main(void) { int x, *p = &x; if (__VERIFIER_nondet_int()) keep(p); *p = 5; go();\n"
        "if (x != 5) reach_error(); }"
    ),
    "escaped on the other path": (
        "int main(void) { int x, *p = &x; if (__VERIFIER_nondet_int()) ; else keep(p); *p = 5; go();\n"
        "if (x != 5) reach_error(); }"
    ),
    "escaped on one path, then a loop": (
        "int main(void) { int x, *p = &x; if (__VERIFIER_nondet_int()) ; else keep(p); *p = 5;\n"
        f"{_ROUNDS} go(); if (x != 5) reach_error(); }}"
    ),
    "a hook known on one path": (
        _MAYBE + "int main(void) { if (__VERIFIER_nondet_int()) ; else with(hook); n = 0; go(); if (n) reach_error(); }"
    ),
    "a hook known on one path, then a loop": (
        f"{_MAYBE}int main(void) {{ if (__VERIFIER_nondet_int()) ; else with(hook); n = 0;\n"
        f"{_ROUNDS} go(); if (n) reach_error(); }}"
    ),
}

#: name → a program in which the outside can do nothing about it
KEPT = {
    "a static": "static int x; int main(void) { x = 1; go(); if (x != 1) reach_error(); }",
    "a static array": (
        "static int a[9];\n"
        "int main(void) { int i = __VERIFIER_nondet_int() & 7; a[i] = 1; go(); if (a[i] != 1) reach_error(); }"
    ),
    "a local": "int main(void) { int x = 1; go(); if (x != 1) reach_error(); }",
    "a local beside one that escaped": (
        "int main(void) { int x = 0, y = 3, *p = &y; keep(&x); *p = 4; go(); if (y != 4) reach_error(); }"
    ),
    "a constant": "const int x = 1; int main(void) { keep((void *)&x); go(); if (x != 1) reach_error(); }",
    "a heap object of our own": (
        "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; go(); if (*p != 1) reach_error(); free(p); }"
    ),
    "what a pure function sees": "int main(void) { int x = 1; look(&x); if (x != 1) reach_error(); }",
    "a handle from outside": (
        "extern void *handle(void);\n"
        "int main(void) { int x = 1; void *h = handle(); keep(h); if (x != 1) reach_error(); }"
    ),
    "a hook that nobody outside knows": (
        "static int n; static void set(int v) { n = v; } static void (*hook)(int);\n"
        "int main(void) { hook = set; if (__VERIFIER_nondet_int()) hook(3); go(); if (n == 77) reach_error(); }"
    ),
    "what a hook cannot do": (
        "extern void with(void (*)(void)); static int n; static void hook(void) { n = 1; }\n"
        "int main(void) { with(hook); if (n > 1) reach_error(); }"
    ),
    "what a table leads to that is not visible": (
        "static int n; static void set(int v) { n = v; } static void (*const table[])(int) = {0, set};\n"
        "int main(void) { if (__VERIFIER_nondet_int()) table[1](3); go(); if (n == 6) reach_error(); }"
    ),
    "a function of the library": (
        '#include <stdio.h>\nint x; int main(void) { x = 1; puts("a"); printf("%d", x); if (x != 1) reach_error(); }'
    ),
}


def _check(tmp_path: Path, text: str, engine: str) -> antumbra.Result:
    path = tmp_path / "program.c"
    path.write_text(HEAD + text)
    return antumbra.check(path, engine=engine, timeout=30)


@pytest.mark.parametrize("engine", some(["interpolate"], ["explore", "interpolate"]))
@pytest.mark.parametrize("name", REACHED)
def test_may_be_changed(name: str, engine: str, tmp_path: Path) -> None:
    result = _check(tmp_path, REACHED[name], engine)
    assert result.verdict.value == "unsafe", result.reason
    assert result.replayed is True


@pytest.mark.parametrize("engine", ["auto", "interpolate"])
@pytest.mark.parametrize("name", KEPT)
def test_cannot_be_changed(name: str, engine: str, tmp_path: Path) -> None:
    result = _check(tmp_path, KEPT[name], engine)
    assert result.verdict.value == "safe", result.reason


def test_a_pointer_that_may_lead_anywhere_is_not_followed(tmp_path: Path) -> None:
    text = "int main(void) { int x = 1; keep((void *)(long)__VERIFIER_nondet_int()); if (x != 1) reach_error(); }"
    result = _check(tmp_path, text, "explore")
    assert "may point anywhere" in (result.reason or "")


def test_programs_without_such_functions_have_no_outside(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int x; int main(void) { x = 1; return x; }")
    assert "outside" not in antumbra.show(path)


def test_a_name_of_ours_can_be_a_name_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "program.ll"
    path.write_text(
        "declare void @reach_error()\ndeclare void @go()\n@x = global i32 0\n"
        'define void @"{outside}"() {\n  call void @reach_error()\n  ret void\n}\n'
        "define i32 @main() {\n  call void @go()\n  %r = load i32, ptr @x\n  %c = icmp eq i32 %r, 7\n"
        '  br i1 %c, label %a, label %b\na:\n  call void @"{outside}"()\n  br label %b\nb:\n  ret i32 0\n}\n'
    )
    assert antumbra.check(path, timeout=30).verdict.value == "unsafe"
    path.write_text(
        path.read_text()
        .replace('call void @"{outside}"()', "ret i32 1")
        .replace("ret i32 1\n  br label %b", "ret i32 1")
    )
    assert antumbra.check(path, timeout=30).verdict.value == "safe"
