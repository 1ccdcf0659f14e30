"""What an engine hands on: how paths ended, with the inputs that lead there.

Three disjoint families, never mixed: outcomes of the program (``Reason`` with ``Kind.END`` or
``Kind.ERROR``), stops of the analysis (``Kind.CUT``), and our own bugs (Python exceptions).
"""

from __future__ import annotations

from enum import Enum

from antumbra.program.inputs import InputName
from antumbra.program.model import Source
from antumbra.program.source import Location, blamed
from antumbra.program.steps import BranchTaken, TraceStep
from antumbra.records import dataclass, field
from antumbra.terms import Term


class Kind(Enum):
    """What a path's end means for the verdict."""

    END = "end"  #: the program ended; nothing is wrong on this path
    ERROR = "error"  #: a property is violated, or undefined behaviour was reached
    CUT = "cut"  #: the analysis stopped before the program did; ``safe`` is no longer possible


class Reason(Enum):
    """Every way a path can end. The value is (kind, text for reports)."""

    RETURN = (Kind.END, "returned from the entry function")
    EXIT = (Kind.END, "exit")
    ABORT = (Kind.END, "abort")
    ASSUMPTION = (Kind.END, "assumption false")
    SILENT = (Kind.END, "silent exit")
    TARGET = (Kind.END, "target reached")
    VIOLATION = (Kind.ERROR, "property violated")
    UNDEFINED = (Kind.CUT, "undefined behaviour that the property does not cover")
    UNSUPPORTED = (Kind.CUT, "unsupported construct")
    NOT_TAKEN = (Kind.CUT, "unsupported by this engine")
    EXTERNAL = (Kind.CUT, "external function (policy fail)")
    SOLVER = (Kind.CUT, "solver gave up")
    DEPTH = (Kind.CUT, "depth limit")
    BOUND = (Kind.CUT, "bound")
    FORKS = (Kind.CUT, "fork limit")
    ITERATIONS = (Kind.CUT, "iteration limit")
    REFINEMENT = (Kind.CUT, "refinement finds no new predicates")
    INVARIANT = (Kind.CUT, "no invariant was found")
    PATHS = (Kind.CUT, "path limit")
    TIME = (Kind.CUT, "time limit")
    STEPS = (Kind.CUT, "step limit")
    MEMORY = (Kind.CUT, "memory limit")
    STACK = (Kind.CUT, "call depth limit")
    INTERRUPT = (Kind.CUT, "interrupted")
    RESOLUTION = (Kind.CUT, "too many objects for one pointer")
    ADDRESS_SPACE = (Kind.CUT, "address space exhausted")
    INTERNAL = (Kind.CUT, "internal error")

    @property
    def kind(self) -> Kind:
        return self.value[0]

    @property
    def text(self) -> str:
        return self.value[1]


@dataclass(frozen=True, slots=True)
class InputValue:
    """One unknown that the path used, in order of creation, with the value that leads down this path.

    ``value`` is an unsigned integer of ``width`` bits, little-endian when it is memory; floats are
    their IEEE bit pattern. klee_make_symbolic objects are one input of 8·size bits (type ``bytes``).
    """

    name: str
    type_name: str
    source: Source
    width: int
    value: int
    location: Location | None = None
    text: str = ""  #: the value, where bits do not express it
    caller: Location | None = None  #: the user's call in which a model of the library asks for it
    decisive: bool = True  #: whether a condition of the path mentions it; if not, any other value would do

    @property
    def asked_at(self) -> Location | None:
        """The place that users are told."""
        return self.caller or self.location


@dataclass(frozen=True, slots=True)
class PathEnd:
    """One ended path.

    ``check`` is the violated property (a key of program.model.CHECKS) when ``reason`` is VIOLATION or UNDEFINED.
    ``stack`` is the call stack at the end, innermost first. ``new_coverage``: reached a block no earlier path had.
    ``covered`` are the source lines this path covered first.
    """

    number: int
    reason: Reason
    inputs: tuple[InputValue, ...]
    location: Location | None = None
    check: str = ""
    message: str = ""
    stack: tuple[Location, ...] = ()
    branches: tuple[BranchTaken, ...] = ()
    instructions: int = 0
    depth: int = 0
    new_coverage: bool = False
    #: the transitions of a counterexample, where an engine thinks in transitions
    trace: tuple[TraceStep, ...] = ()
    #: the path itself, for violations: its conditions and which way each nondeterministic goto went
    conditions: tuple[Term, ...] = ()
    choices: tuple[int, ...] = ()
    #: which inputs end like this, over canonical variables (program.inputs), where that was asked for; of a cut, at
    #: least those that it leaves out
    input_condition: Term | None = None
    #: what the path has asked for, in order (bytes of objects one by one): with conditions, and of violations
    asked: tuple[InputName, ...] = ()

    @property
    def blamed(self) -> tuple[Location | None, str]:
        """The place that users are told, and the library's function that is called there."""
        return blamed(self.location, self.stack)


@dataclass(slots=True)
class Statistics:
    """Counters of a run, so far or at its end; keys of the JSON ``stats`` object."""

    wall_seconds: float = 0.0
    instructions: int = 0
    paths: int = 0
    subsumed: int = 0
    forks: int = 0
    queries: int = 0
    solver_queries: int = 0
    solver_seconds: float = 0.0
    peak_memory_mb: float = 0.0
    states: int = 0
    covered_blocks: int = 0
    total_blocks: int = 0
    errors: int = 0  #: violations, of the property or outside it
    steps: int = 0  #: effort, the same on every machine (engines.effort)
    extra: dict[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class Cut:
    """Executions that were not analysed to their end: why, where, how often.

    The place is the user's, where a call of the library's function ``called`` is cut within.
    """

    reason: Reason
    detail: str = ""
    location: Location | None = None
    count: int = 1
    called: str = ""
