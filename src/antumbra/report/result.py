"""The result of a run, as a value: what ``antumbra.check`` returns and every report is made from.

A verdict only ever gets weaker as parts are combined: ``unsafe`` needs a finding that was replayed, ``safe`` needs a
complete search, everything else is ``unknown`` with a reason a user can act on.
"""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from enum import Enum, StrEnum

from antumbra.program.assumptions import Assumption
from antumbra.program.source import Location
from antumbra.program.steps import BranchTaken, TraceStep, Walk
from antumbra.proofs.proof import Proof
from antumbra.records import dataclass, field
from antumbra.report.coverage.callgrind import HotSpot
from antumbra.report.coverage.values import Coverage, CoverageSummary, FileCoverage
from antumbra.report.replay import Replay
from antumbra.witnesses.values import Witness


class Verdict(StrEnum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"

    @property
    def exit_status(self) -> int:
        """The status other programs rely on; 3 (wrong input or call) is no verdict."""
        return {Verdict.SAFE: 0, Verdict.UNSAFE: 1, Verdict.UNKNOWN: 2}[self]


@dataclass(frozen=True, slots=True)
class Input:
    """One value of a failing input: an integer, a finite float, or text (bytes in hex, ``nan``, ``inf``)."""

    name: str
    type: str
    value: int | float | str
    location: Location | None = None
    source: str = "input"  #: why it is unknown: input, uninitialised, external, open, havoc


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where something is wrong, with an input that leads there.

    ``check`` is the violated property. ``replayed``: True if it failed the same way when it was run again (``replay``
    says how), False if it did not (then ``notes`` holds both stories), None if it was not run again. ``asked``: the
    property of the run covers it; a finding outside the property never decides a verdict but forbids ``safe``.
    """

    check: str
    message: str
    location: Location | None = None
    inputs: tuple[Input, ...] = ()
    stack: tuple[Location, ...] = ()
    replayed: bool | None = None
    asked: bool = True
    test: str | None = None  #: the test file, when tests were written
    notes: tuple[str, ...] = ()
    replay: Replay = Replay.NATIVE
    condition: str = ""  #: it fails if the C library does this, which is not known
    path: tuple[BranchTaken, ...] = ()  #: branches on unknown values from the start on, where the engine follows paths
    trace: tuple[TraceStep, ...] = ()  #: the counterexample transition by transition, where the engine has one
    called: str = ""  #: the library's function that is called at the place, and in which it happens
    #: the run that was replayed, line by line; not part of the JSON object
    walk: Walk = field(default_factory=Walk, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The message, with the library's function that it is about."""
        return f"{self.called}: {self.message}" if self.called else self.message

    @property
    def callers(self) -> tuple[Location, ...]:
        """The frames around the one that is blamed."""
        inner = len(self.stack)
        if self.called:
            inner = next((n for n, frame in enumerate(self.stack) if not frame.in_library), inner)
        return self.stack[inner + 1 :] if self.called else self.stack[1:]


class Reached(Enum):
    """What is known of a place."""

    REACHABLE = "reachable"  #: an input leads there, and native code with it
    UNREACHABLE = "unreachable"  #: no execution gets there
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that a run decides besides its property: a place (``Reached``), or a part of it (``Verdict``)."""

    id: str
    line: int
    verdict: str
    test: str | None = None  #: that reaches it, when tests were written


class Status(Enum):
    """What is known of a check. An execution ends at the first check that it violates."""

    VIOLATED = "violated"  #: an input violates it, and native code with it
    HOLDS = "holds"  #: no execution violates it
    UNREACHABLE = "unreachable"  #: no execution gets there
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Check:
    """One check of the program: ``check`` says of which kind, ``text`` what it says."""

    id: str
    check: str
    location: Location | None
    status: Status
    text: str = ""
    test: str | None = None  #: that violates it, when tests were written


@dataclass(frozen=True, slots=True)
class Drawing:
    """What an engine has built of the program, drawn."""

    title: str
    svg: str


def no_stats() -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class Result:
    """What a run found. Maps one to one onto the JSON object (report.json_report)."""

    verdict: Verdict
    engine: str
    property: str
    file: str
    reason: str | None = None
    fixed: tuple[str, ...] = ()  #: what is fixed of the program's arguments, variables and files
    finding: Finding | None = None  #: the violation behind ``unsafe``
    others: tuple[Finding, ...] = ()  #: what else was found: further violations, unconfirmed ones, undefined behaviour
    proof_checked: bool | None = None
    proof: Proof | None = None
    targets: tuple[Target, ...] = ()
    checks: tuple[Check, ...] = ()  #: each check of the program, where they are to be shown
    stats: Mapping[str, float] = field(default_factory=no_stats)
    externals: Mapping[str, str] = field(default_factory=dict[str, str])
    assumptions: tuple[Assumption, ...] = ()  #: what the verdict rests on, and what was not checked
    notes: tuple[str, ...] = ()
    tests_dir: str | None = None
    tests_written: int = 0
    coverage: CoverageSummary | None = None
    reason_location: Location | None = None  #: the place in the user's text that the reason is about
    #: what a command line needs besides ``file`` to read the program in the same way; not part of the JSON object
    reading: tuple[str, ...] = field(default=(), compare=False)
    #: traceback of an error of ours; not part of the JSON object
    crash: str | None = field(default=None, repr=False, compare=False)
    #: coverage line by line and branch by branch; the JSON object has the sums only
    covered: Coverage = field(default_factory=dict[str, FileCoverage], repr=False, compare=False)
    #: what lines cost, where that was asked for; not part of the JSON object
    hot_spots: tuple[HotSpot, ...] = field(default=(), repr=False, compare=False)
    #: where a page was asked for; not part of the JSON object
    pictures: tuple[Drawing, ...] = field(default=(), repr=False, compare=False)
    #: the file of the page, where one was asked for; not part of the JSON object
    page: str | None = field(default=None, compare=False)
    #: for other tools to check, where one was asked for; not part of the JSON object
    witness: Witness | None = field(default=None, repr=False, compare=False)
    #: source text by file name, for excerpts; not part of the JSON object
    sources: Mapping[str, str] = field(default_factory=dict[str, str], repr=False, compare=False)

    @builtins.property
    def location(self) -> Location | None:
        """Where the violation is; without one, what the reason is about."""
        return self.finding.location if self.finding else self.reason_location

    @builtins.property
    def inputs(self) -> tuple[Input, ...] | None:
        return self.finding.inputs if self.finding else None

    @builtins.property
    def replayed(self) -> bool | None:
        return self.finding.replayed if self.finding else None

    @builtins.property
    def violated(self) -> str | None:
        """The property that the finding violates: a part of ``property`` when that is a conjunction."""
        return self.finding.check if self.finding else None

    @builtins.property
    def exit_status(self) -> int:
        return self.verdict.exit_status

    @builtins.property
    def result_line(self) -> str:
        """``RESULT: …`` as benchmarking programs read it."""
        match self.verdict:
            case Verdict.SAFE:
                return "RESULT: true"
            case Verdict.UNSAFE:
                return f"RESULT: false({self.violated})"
            case Verdict.UNKNOWN:
                return f"RESULT: unknown({self.reason})" if self.reason else "RESULT: unknown"
