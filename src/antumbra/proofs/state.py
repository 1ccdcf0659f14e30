"""A state of the walk: one set of executions, those that satisfy its condition.

Values are terms over unknowns. One state may stand for all rounds of a loop, or for all calls of a procedure: which
rounds and calls it rests on, it says itself.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs.certificate import Everywhere
from antumbra.proofs.memory.contents import Content
from antumbra.records import dataclass, field, replace
from antumbra.solvers import Model
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Object:
    """Everything that there is to know of an object. Its address is ``base``, of a static one a number."""

    number: int
    base: Term
    size: Term
    region: P.Region
    content: Content
    #: whether it lives, as a condition
    alive: Term
    #: how many procedures were active, with the one that made it, if it is one of the stack
    depth: int
    name: str = ""
    location: Location | None = None
    #: a stack object whose life may begin and end within the call that made it: it is kept while it does not live
    scoped: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """How nodes of a list hang together: where the pointer to the next node is, where the one back (None: there is
    none), and to which byte of a node both lead."""

    next: int
    back: int | None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """Heap objects that live, share no byte with anything else, and are linked: nobody knows how many, but at least
    ``least``, which is one or more.

    ``first`` and ``last`` are variables for where the first and the last node begin; nothing else of a state points to
    a node. ``before`` is what the link back of the first node holds, ``after`` the link of the last one. ``cells``:
    of each node a word (offset, bytes, what it may be; the rest of it holds ``default``, or anything).
    """

    number: int
    size: Term
    align: int
    link: Link
    first: Term
    last: Term
    before: Term
    after: Term
    cells: tuple[tuple[int, int, tuple[Term, ...]], ...]
    default: Term | None = None
    least: int = 1
    name: str = ""
    location: Location | None = None
    owned: tuple[tuple[int, Owned], ...] = ()


@dataclass(frozen=True, slots=True)
class Owned:
    """What a word of each node leads to, and nothing else does: an object, or a list that ends with null. It says
    nothing of unknowns or other addresses.

    ``part``: one that stands for such a list (``first`` and ``last`` mean nothing); if ``single``, it is one object and
    no list, and its links mean nothing. None: there is none. ``maybe``: the word may also be null.
    """

    part: Segment | None
    single: bool
    maybe: bool


class Condition:
    """A list of conditions, the newest first; states that have a past in common share it."""

    __slots__ = ("before", "length", "term")

    def __init__(self, term: Term, before: Condition | None) -> None:
        self.term = term
        self.before = before
        self.length: int = 1 if before is None else before.length + 1


def conditions_of(last: Condition | None, until: Condition | None = None) -> list[Term]:
    """Oldest first, those after ``until``."""
    found: list[Term] = []
    while last is not until and last is not None:
        found.append(last.term)
        last = last.before
    found.reverse()
    return found


@dataclass(frozen=True, slots=True)
class Asked:
    """An unknown that the program asked for, or read where nothing was written. ``value`` is None of a choice; then
    ``choice`` is its number."""

    value: Term | None
    name: str = ""
    type_name: str = ""
    source: P.Source = P.Source.INPUT
    location: Location | None = None
    choice: int = 0


class Entry:
    """The unknowns of a state, the newest first."""

    __slots__ = ("asked", "before")

    def __init__(self, asked: Asked, before: Log) -> None:
        self.asked = asked
        self.before = before


class Join:
    """Where the guard holds the unknowns were those of ``one``, else those of ``other``."""

    __slots__ = ("guard", "one", "other")

    def __init__(self, guard: Term, one: Log, other: Log) -> None:
        self.guard = guard
        self.one = one
        self.other = other


Log = Entry | Join | None


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """``body`` holds for every value of ``bound``: where loops were closed, of arrays as they were at the head.

    ``arrays``: each with what its elements are away from ``bound``.
    """

    bound: Term
    body: Term
    arrays: tuple[tuple[Term, Term], ...]


@dataclass(slots=True)
class Frame:
    """An active procedure, before a command of a block. ``call`` is the command of the caller."""

    procedure: P.Procedure
    label: str
    index: int
    values: dict[Term, Term]
    call: P.Call | None = None
    #: loops that this activation is in and that one state stands for all rounds of
    rounds: tuple[Rounds, ...] = ()
    #: heads of loops whose first round is executed alone
    peeled: tuple[str, ...] = ()
    #: the calls that this activation stands for
    recursion: Recursion | None = None

    @property
    def rests(self) -> tuple[Rounds | Recursion, ...]:
        return self.rounds if self.recursion is None else (self.recursion, *self.rounds)


@dataclass(slots=True)
class State:
    frames: list[Frame]
    variables: dict[Term, Term]
    objects: dict[int, Object]
    condition: Condition | None = None
    log: Log = None
    #: the condition that was last found to be satisfiable, and by what
    seen: Condition | None = None
    model: Model | None = None
    #: loops and calls that it came through since it was last looked at: what they claim may turn out to be too much
    rests: tuple[Rounds | Recursion, ...] = ()
    #: why the state may stand for more than executions can reach
    abstract: str = ""
    #: since when its condition tells it apart from other states: the beginning, or where the past was forgotten last
    since: object = None
    #: what is known of all elements of arrays, with the condition under which it is
    facts: dict[Fact, Term] = field(default_factory=dict[Fact, Term])
    #: parts of lists, by their numbers
    segments: dict[int, Segment] = field(default_factory=dict[int, Segment])

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def fork(self) -> State:
        """Another one that is the same; active procedures are copied when they change."""
        top = replace(self.frame, values=dict(self.frame.values))
        return State(
            [*self.frames[:-1], top],
            dict(self.variables),
            dict(self.objects),
            self.condition,
            self.log,
            self.seen,
            self.model,
            self.rests,
            self.abstract,
            self.since,
            dict(self.facts),
            dict(self.segments),
        )

    def assume(self, condition: Term) -> None:
        if condition is not T.TRUE:
            self.condition = Condition(condition, self.condition)

    @property
    def impossible(self) -> bool:
        return self.condition is not None and self.condition.term is T.FALSE


# ---------------------------------------------------------------- states that stand for many


@dataclass(frozen=True, slots=True)
class Place:
    """A variable, or words or life of an object (whose number it has), or all of the object's bytes."""

    variable: Term | None = None
    item: int = 0
    low: int = 0
    high: int = 0
    life: bool = False


@dataclass(slots=True, eq=False)
class Rounds:
    """All rounds of a loop, entered with ``entry``. ``void``: replaced by another that claims less."""

    number: int
    head: str
    entry: State
    conditions: list[Term]
    changing: dict[Place, None] = field(default_factory=dict[Place, None])
    #: values at the head: the state that stands for every round
    first: State | None = None
    #: what is known there
    begun: Condition | None = None
    void: bool = False
    #: what is claimed of all elements of arrays, and the objects that cells of claims were found in
    everywhere: list[Everywhere] = field(default_factory=list[Everywhere])
    homes: dict[Term, int] = field(default_factory=dict[Term, int])
    ghosts: dict[Term, Term] = field(default_factory=dict[Term, Term])
    #: pointers that do not stay in the object that they pointed into at the entry
    loose: set[Term] = field(default_factory=set[Term])
    #: those that stayed so far, and the objects
    based: dict[Term, int] = field(default_factory=dict[Term, int])


@dataclass(slots=True, eq=False)
class Calls:
    """What is known of all calls of one procedure."""

    procedure: P.Procedure
    before: list[Term]
    after: list[Term]
    #: what differs from call to call, and what calls write
    changing: dict[Place, None]
    written: dict[Place, None] = field(default_factory=dict[Place, None])
    #: the state that stands for every call, without what is claimed
    first: State | None = None


@dataclass(slots=True, eq=False)
class Recursion:
    """All calls that one call from outside leads to. ``void``: replaced by another that claims less."""

    number: int
    #: the state before the outermost call, that call, and what it calls
    outside: State
    call: P.Call
    root: P.Procedure
    arguments: list[Term]
    contracts: dict[str, Calls]
    void: bool = False
