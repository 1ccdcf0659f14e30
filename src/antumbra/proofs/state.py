"""A state of the walk: one set of executions, those that satisfy its condition.

Values are terms over unknowns. States at the same place can always be joined: what differs becomes a choice between
two terms, and an object that only one of them has is alive only there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.source import Location
from antumbra.proofs.contents import Content
from antumbra.solvers import Model
from antumbra.terms import Term

if TYPE_CHECKING:
    from antumbra.proofs.loops import Rounds
    from antumbra.proofs.recursion import Recursion


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


def _common(a: Condition | None, b: Condition | None) -> Condition | None:
    while a is not b:
        if b is None or (a is not None and a.length >= b.length):
            a = a.before if a is not None else None
        else:
            b = b.before
    return a


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
        )

    def assume(self, condition: Term) -> None:
        if condition is not T.TRUE:
            self.condition = Condition(condition, self.condition)

    @property
    def impossible(self) -> bool:
        return self.condition is not None and self.condition.term is T.FALSE


@dataclass(slots=True)
class _Choice:
    """Which of two states it is: ``guard`` holds in the first."""

    guard: Term
    merged: dict[tuple[Term, Term], Term] = field(default_factory=dict[tuple[Term, Term], Term])

    def value(self, a: Term, b: Term) -> Term:
        if a is b:
            return a
        known = self.merged.get((a, b))
        if known is None:
            known = self.merged[a, b] = T.ite(self.guard, a, b)
        return known

    def values(self, a: dict[Term, Term], b: dict[Term, Term]) -> dict[Term, Term]:
        """What only one of them has was given no value in the other: nothing reads it after."""
        return {x: self.value(value, b[x]) for x, value in a.items() if x in b}


def joined(a: State, b: State) -> State:
    """One state for two at the same place of the same procedures."""
    common = _common(a.condition, b.condition)
    rest_a, rest_b = conditions_of(a.condition, common), conditions_of(b.condition, common)
    one, other = T.and_(*rest_a) if rest_a else T.TRUE, T.and_(*rest_b) if rest_b else T.TRUE
    # no execution is in both: either condition tells them apart
    choice = _Choice(one if len(rest_a) <= len(rest_b) else T.not_(other))
    frames: list[Frame] = []
    for x, y in zip(a.frames, b.frames, strict=True):
        frames.append(x if x is y else replace(x, values=choice.values(x.values, y.values)))
    frames[-1] = replace(frames[-1], values=dict(frames[-1].values))
    objects: dict[int, Object] = {}
    for number in sorted({*a.objects, *b.objects}):
        kept = _joined_objects(choice, a.objects.get(number), b.objects.get(number))
        if kept.alive is not T.FALSE or kept.scoped:
            objects[number] = kept
    both = State(frames, choice.values(a.variables, b.variables), objects, common)
    both.assume(T.or_(one, other))
    both.log = a.log if a.log is b.log else Join(choice.guard, a.log, b.log)
    both.rests = a.rests
    both.abstract = a.abstract or b.abstract
    return both


def _joined_objects(choice: _Choice, x: Object | None, y: Object | None) -> Object:
    if x is None and y is not None:
        return replace(y, alive=T.and_(y.alive, T.not_(choice.guard)))
    if y is None and x is not None:
        return replace(x, alive=T.and_(x.alive, choice.guard))
    if x is None or y is None:
        raise ValueError("an object that neither state has")
    if x is y:
        return x
    return replace(x, alive=choice.value(x.alive, y.alive), content=x.content.joined(y.content, choice.guard))
