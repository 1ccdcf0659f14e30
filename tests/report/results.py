"""Results to print, made by hand."""

from __future__ import annotations

from antumbra.program.assumptions import assume
from antumbra.program.source import Location
from antumbra.report.coverage import CoverageSummary
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
