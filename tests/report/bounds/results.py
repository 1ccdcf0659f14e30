"""Characterizations to print, made by hand."""

from __future__ import annotations

from fractions import Fraction

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Side
from antumbra.program.assumptions import assume
from antumbra.program.source import Location
from antumbra.report.characterization import Characterization, Clause, Count, Neighbours
from antumbra.report.result import Finding, Input
from report.bounds.made import must, parameter, safe

X, Y = parameter("x", "int", T.bv_sort(32)), parameter("y", "unsigned char", T.bv_sort(8))
LARGE = T.bvsgt(X.variable, T.bv(9, 32))
FINDING = Finding(
    "assert",
    "x <= 9 fails",
    Location("a.c", 9, 3, "main"),
    (Input("x", "int", 10, Location("a.c", 3, 4, "main")),),
    replayed=True,
    test="out/test000001.json",
)
EXACT = Characterization(
    file="a.c",
    property="unreach-call",
    cfc=Cfc((X, Y), (must(LARGE), safe(T.not_(LARGE))), exact=True),
    clauses=(
        Clause(Side.MUST, LARGE, "x > 9", "x > 9", must(LARGE).failure, FINDING),
        Clause(Side.SAFE, T.not_(LARGE), "everything else"),
    ),
    irrelevant=("y",),
    neighbours=(Neighbours("x", (Input("x", "int", 10),), (Input("x", "int", 9),), replayed=True),),
    counted=Count(2**31 - 10, 2**31 - 10, 2**32, (Fraction(2**31 - 10, 2**32), Fraction(2**31 - 10, 2**32))),
    proof_checked=True,
    checks=("z3 agrees on MUST", "z3 agrees on SAFE"),
    integers="int has 32 bits and wraps around",
    assumptions=(assume("heap"),),
    notes=("a note\x1b[2J",),
    log=("POSSIBLE: x > 9", "DEFINITE: path 1"),
    stats={"wall_seconds": 1.5, "paths": 2, "forks": 1},
    tests_dir="out",
    sources={"a.c": "int main(void)\n{\n}\n"},
)
BOTH = T.bvult(Y.variable, T.bv(3, 8))
GAP = Characterization(
    file="b.c",
    property="no-overflow",
    cfc=Cfc((X, Y), (must(T.and_(LARGE, BOTH)), safe(T.not_(LARGE))), exact=False, domain=T.TRUE, more_inputs=True),
    clauses=(
        Clause(Side.MUST, T.and_(LARGE, BOTH), "x > 9 && y < 3", None, must(LARGE).failure),
        Clause(Side.SAFE, T.not_(LARGE), "x <= 9"),
    ),
    reason="time limit",
    counted=Count(3, None, 2**40),
)
NOTHING = Characterization("c.c", "unreach-call", Cfc((), (safe(T.TRUE),), exact=True))
