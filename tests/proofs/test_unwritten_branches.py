"""Whether a branch depends on what was never written is checked too: no such program is confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from antumbra.frontends.load import load
from antumbra.frontends.options import LoadOptions
from antumbra.program.properties import parse_properties
from antumbra.proofs.answer import Answer, Confirmed, Unchecked
from antumbra.proofs.certificate import Certificate
from antumbra.proofs.check import check_proof
from antumbra.proofs.question import Budget, Question

HEAD = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void klee_make_symbolic(void *, size_t, const char *);
struct pair { int set, value; };
"""
#: body of main → whether no branch depends on what was never written
BODIES = {
    "int x; if (__VERIFIER_nondet_int()) x = 1; if (x) return 1;": False,
    "int x = __VERIFIER_nondet_int(); if (x) return 1;": True,
    "int x; switch (x) { case 1: return 1; default: return 0; }": False,
    "int *p = malloc(8); p[1] = 2; int r = p[1]; free(p); if (r) return 2;": True,
    "int *p = malloc(8); p[1] = 2; int r = p[0]; free(p); if (r) return 2;": False,
    "int *p = calloc(2, 4); int r = p[0]; free(p); if (r) return 2;": True,
    "struct pair p, q; p.set = 1; q = p; if (q.set) return 1;": True,
    "struct pair p, q; p.set = 1; memcpy(&q, &p, sizeof q); if (q.value) return 1;": False,
    "int a[4]; klee_make_symbolic(a, sizeof a, 0); if (a[3] > 2) return 1;": True,
    "int a[4]; klee_make_symbolic(a, 8, 0); if (a[3] > 2) return 1;": False,
    "int a[4], i = __VERIFIER_nondet_int() & 3; a[2] = 1; if (a[i]) return 1;": False,
    "int x; for (int i = 0; i < 3; i++) x = i; while (x > 0) x--;": True,
    "int x, n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x = i; while (x > 0) x--;": False,
    "int x; if ((x & 0) == 1) return 1;": True,
    "int x; int *p = &x; if (p) *p = 1; if (*p == 1) return 1;": True,
}


def answer(body: str, folder: Path) -> Answer:
    path = folder / "program.c"
    path.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}")
    properties = parse_properties("uninitialized")
    program = load(path, LoadOptions(properties=properties)).program
    budget = Budget(steps=20_000, effort=3e6)
    return check_proof(program, Question(properties.checks), Certificate(paths=4), budget, ("bitwuzla", "z3"))


@pytest.mark.parametrize("body", BODIES)
def test_only_branches_on_what_was_written_are_confirmed(body: str, tmp_path: Path) -> None:
    found = answer(body, tmp_path)
    assert isinstance(found, Confirmed if BODIES[body] else Unchecked), found
