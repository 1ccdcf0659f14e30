"""Texts that would like to be more than text."""

from __future__ import annotations

from antumbra.program.source import Location
from antumbra.program.steps import Change, Step, Walk
from antumbra.records import replace
from antumbra.report.coverage.callgrind import HotSpot
from antumbra.report.coverage.values import BranchArm, FileCoverage, FunctionCoverage
from antumbra.report.result import Check, Drawing, Result, Status, Target
from report.results import UNSAFE

TEXTS = (
    "</script><script>window.pwned = 1</script>",
    '<img src=x onerror="window.pwned = 1">',
    "<!--<script>",
    "line\u2028window.pwned = 1;\u2029",
    "\u202egnp.exe\u2066 left \u2069",
    "'\"`${window.pwned = 1}`&lt;b&gt;",
    "javascript:window.pwned=1",
    "\x00\x1b]0;title\x07\ud800",
)
NASTY = " ".join(TEXTS)
FILE = f"{NASTY}.c"


def hostile_result() -> Result:
    """Every text of it is hostile."""
    place = Location(FILE, 2, 3, NASTY)
    finding = UNSAFE.finding
    assert finding is not None
    inputs = tuple(replace(item, name=NASTY, type=NASTY, location=place) for item in finding.inputs)
    steps = tuple(Step(Location(FILE, line, 1, NASTY), 1, line == 1, (Change(1, NASTY, NASTY),)) for line in (1, 2, 3))
    finding = replace(
        finding,
        message=NASTY,
        location=place,
        inputs=inputs,
        stack=(place,),
        called=NASTY,
        notes=(NASTY,),
        path=((place, True),),
        walk=Walk(steps),
    )
    return replace(
        UNSAFE,
        file=FILE,
        property=NASTY,
        reason=NASTY,
        finding=finding,
        others=(replace(finding, check=NASTY),),
        targets=(Target(NASTY, 2, NASTY),),
        checks=(Check(NASTY, NASTY, place, Status.HOLDS, NASTY),),
        externals={NASTY: NASTY},
        notes=(NASTY,),
        fixed=(NASTY,),
        reading=("-D", NASTY),
        sources={FILE: "\n".join(("int x;", *TEXTS, "}"))},
        covered={
            FILE: FileCoverage(
                {1: 1, 2: 0, 3: 1}, [BranchArm(3, 0, 0, 1, NASTY)], {NASTY: FunctionCoverage(1, 1, {1: 1})}
            )
        },
        hot_spots=(HotSpot(FILE, NASTY, 2, 5, 4, 3, 2, 1),),
        pictures=(Drawing(NASTY, f'<svg xmlns="http://www.w3.org/2000/svg"><text>{"</script>"}</text></svg>'),),
    )
