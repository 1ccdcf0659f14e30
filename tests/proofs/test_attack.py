"""Programs of which engines once said safe: whatever an engine says, the check refutes them, and confirms twins."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.report.result import Verdict
from proofs.test_session import lie

HEAD = """#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""

#: name → (property, body with HOLE, what makes it wrong, what makes it right)
PROGRAMS: dict[str, tuple[str, str, str, str]] = {
    "constant address": (
        "valid-deref",
        "char a[4]; int main(void) { int k; if (__VERIFIER_nondet_int()) k = 1; else k = 2; if (k == HOLE) a[4] = 1; }",
        "2",
        "3",
    ),
    "label": (
        "unreach-call",
        (
            "int main(void) { static void *t[] = {&&a, &&b, &&c}; unsigned i = __VERIFIER_nondet_int(); "
            "if (i > HOLE) return 0; goto *t[i]; a: return 1; b: return 2; c: reach_error(); }"
        ),
        "2",
        "1",
    ),
    "size": (
        "valid-deref",
        "int main(void) { char *p; if (__VERIFIER_nondet_int()) p = malloc(5); else p = malloc(HOLE); p[4] = 1; }",
        "3",
        "6",
    ),
    "region": (
        "valid-free",
        "int main(void) { char *p; if (__VERIFIER_nondet_int()) p = malloc(4); else p = HOLE(4); free(p); }",
        "__builtin_alloca",
        "malloc",
    ),
    "content": (
        "unreach-call",
        (
            "int main(void) { char *p; if (__VERIFIER_nondet_int()) p = calloc(4, 1); else p = HOLE; "
            "if (p[2]) reach_error(); }"
        ),
        "malloc(4)",
        "calloc(2, 2)",
    ),
    "content behind a loop": (
        "unreach-call",
        (
            "int main(void) { char *p; if (__VERIFIER_nondet_int()) p = calloc(4, 1); else p = HOLE; "
            "int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) ; if (p[2]) reach_error(); }"
        ),
        "malloc(4)",
        "calloc(2, 2)",
    ),
    "owner": (
        "valid-deref",
        (
            "char *g; static void f(int c, char *q) { char b[4]; if (c) g = HOLE; else g = q; }\n"
            "int main(void) { char a[4]; f(__VERIFIER_nondet_int(), a); g[0] = 1; }"
        ),
        "b",
        "q + 1",
    ),
    "bits of an address": (
        "unreach-call",
        "int main(void) { if ((uintptr_t)malloc(4) & HOLE) reach_error(); }",
        "0xfff",
        "7",
    ),
    "bits of the address of a local": (
        "unreach-call",
        "int main(void) { HOLE c; if ((uintptr_t)&c & 3) reach_error(); }",
        "char",
        "int",
    ),
    "addresses of two lives": (
        "unreach-call",
        (
            "int main(void) { char *p = malloc(4); uintptr_t a = (uintptr_t)p; HOLE char *q = malloc(4); "
            "if ((uintptr_t)q == a) reach_error(); }"
        ),
        "free(p);",
        "",
    ),
    "order of addresses": (
        "unreach-call",
        "int main(void) { char *p = malloc(4), *q = malloc(4); if (p HOLE q) reach_error(); }",
        ">",
        "==",
    ),
    "free of one of many": (
        "valid-deref",
        (
            "int main(void) { char *a[70]; for (int i = 0; i < 70; i++) a[i] = malloc(1); "
            "unsigned k = __VERIFIER_nondet_int(); "
            "if (k >= HOLE) return 0; free(a[k]); *a[69] = 1; }"
        ),
        "70",
        "69",
    ),
    "a function with two returns": (
        "unreach-call",
        (
            "static int f(int a) { if (a < 0) return 1; return HOLE; } int main(void) { int prev = 0, y = 1; "
            "for (int i = 0; i < 2; i++) { prev = y; y = f(__VERIFIER_nondet_int()); } if (prev != y) reach_error(); }"
        ),
        "2",
        "1",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_wrong_is_refuted(name: str, tmp_path: Path) -> None:
    check, body, wrong, _ = PROGRAMS[name]
    result = lie(tmp_path, HEAD + body.replace("HOLE", wrong), check)
    assert result.verdict is not Verdict.SAFE
    assert result.proof_checked is False


@pytest.mark.parametrize("name", PROGRAMS)
def test_right_is_confirmed(name: str, tmp_path: Path) -> None:
    check, body, _, right = PROGRAMS[name]
    result = lie(tmp_path, HEAD + body.replace("HOLE", right), check)
    assert result.verdict is Verdict.SAFE, result.reason
    assert result.proof_checked is True, result.proof
