"""Results to print, made by hand."""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program.assumptions import assume
from antumbra.program.source import Location
from antumbra.proofs import Cell, at_entry, result
from antumbra.proofs.proof import AbstractState, Condition, Invariant, ProcedureContract, Proof, RegionAt, RegionGraph
from antumbra.report.coverage.values import CoverageSummary
from antumbra.report.result import Finding, Input, Result, Target, Verdict

SOURCE = "int main(void)\n{\n\tint x = input();\n\tif (x > 9)\n\t\treach_error();\n}\n"

FINDING = Finding(
    check="unreach-call",
    message="reach_error is called",
    location=Location("a.c", 5, 3, "main"),
    inputs=(
        Input("input", "int", -7, Location("a.c", 3, 10, "main")),
        Input("ratio", "double", "nan", None, "external"),
    ),
    stack=(Location("a.c", 5, 3, "main"), Location("a.c", 9, 1, "start")),
    replayed=True,
    test="out/test000001.json",
    path=((Location("a.c", 4, 2, "main"), True), (None, False)),
)

OTHER = Finding(
    "valid-deref", "read past the end", Location("a.c", 2, 1), replayed=False, notes=("ours: x", "native: y")
)

UNSAFE = Result(
    verdict=Verdict.UNSAFE,
    engine="explore",
    property="unreach-call",
    file="a.c",
    finding=FINDING,
    others=(OTHER,),
    targets=(Target("1", 5, Verdict.UNSAFE.value),),
    stats={"wall_seconds": 0.5, "paths": 3, "forks": 2, "queries": 7, "solver_queries": 1, "solver_seconds": 0.1},
    externals={"getpid": "havoc"},
    assumptions=(assume("external-results", ["ratio"]),),
    notes=("a note",),
    tests_dir="out",
    tests_written=2,
    coverage=CoverageSummary(4, 5, 1, 2),
    sources={"a.c": SOURCE},
)

SAFE = Result(Verdict.SAFE, "explore", "unreach-call", "a.c")
SAFE_IF = Result(
    Verdict.SAFE, "explore", "unreach-call", "a.c", assumptions=(assume("heap"), assume("library", ["strlen", "abs"]))
)
UNKNOWN = Result(Verdict.UNKNOWN, "explore", "unreach-call", "a.c", reason="time limit")

X, N, P = T.var("i.i.0", T.bv_sort(32)), T.var("n|\x1b[2J", T.bv_sort(32)), T.var("p", T.bv_sort(64))
CELL = Cell(T.var("@cell 4096 4", T.bv_sort(32)), T.bvadd(P, T.bv(8, 64)), 4)
LOOP = Location("a.c", 3, 9, "main")
K = T.var("k", T.INT)
SET = T.forall((K,), T.le(T.integer(0), T.apply_(T.function("f", (T.INT,), T.INT), (K,))))
PROVED = Result(
    Verdict.SAFE,
    "interpolate",
    "unreach-call",
    "a.c",
    proof_checked=True,
    proof=Proof(
        "every execution followed",
        checker="execution of the program form",
        invariants=(
            Invariant("main", "while.cond", LOOP, Condition(T.bvsle(X, N), "i <= n", "i <= n")),
            Invariant("main", "while.cond", LOOP, Condition(T.eq(X, at_entry(N)), "i = old(n\x1b[2J)")),
            Invariant("main", "for.cond", None, Condition(T.bvult(CELL.variable, X), "x <u i", None, (CELL,))),
            Invariant("main", "for.cond", None, Condition(SET, "forall k: 0 <= f(k)")),
        ),
        contracts=(
            ProcedureContract(
                "f", LOOP, (Condition(T.bvsle(X, N), "i <= n"),), (Condition(T.eq(result(0, X.sort), X), "result = i"),)
            ),
        ),
        regions=(
            RegionGraph(
                "main",
                LOOP,
                Condition(T.FALSE, "false"),
                True,
                Condition(T.eq(N, T.bv(0, 32)), "n = 0"),
                (
                    RegionAt(3, "while.cond", 0, LOOP, Condition(T.bvslt(X, N), "i < n", "i < n")),
                    RegionAt(4, "while.cond", 0, LOOP, Condition(T.eq(X, N), "i = n\x1b[2J")),
                    RegionAt(5, "for.cond", 2, None, Condition(T.TRUE, "true")),
                ),
                ((3, 3), (3, 4), (4, 5)),
            ),
        ),
    ),
)
Y = T.var("x", T.INT)
ABSTRACT = Result(
    Verdict.SAFE,
    "abstract",
    "p",
    "a.gcl",
    proof_checked=True,
    proof=Proof(
        "safe-fragment",
        (Condition(T.le(Y, T.integer(1)), "x <= 1"),),
        (AbstractState((("P[1]@", "critical"), ("turn", 1)), (True,), "P[1]@critical, turn = 1, x <= 1"),),
        "every transition",
    ),
)
