"""A program as segments: commands in a row, up to an input, a call, a branch, a return or an end.

No procedure calls itself, so that variables of procedures are as few as those of the program, and where a procedure
goes on is one more of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from antumbra.engines.targets import TargetPlace
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph, targets_of
from antumbra.proofs.regions import Place
from antumbra.records import dataclass, field
from antumbra.terms import Term

#: segments beyond which no code is written
LARGEST: Final = 400_000
#: unknowns that are asked for one by one, as a test gives them
ASKED: Final = frozenset({P.Source.INPUT, P.Source.UNINITIALISED})
#: ends of an execution with which nothing is wrong
_ENDS: Final = frozenset({P.End.EXIT, P.End.ABORT, P.End.SILENT})


class NotFit(Exception):  # noqa: N818 - an answer, not an error
    """The program has something that is not enumerated, and what."""


@dataclass(frozen=True, slots=True)
class Event:
    """What an execution can come to that others must hear of: a target, or the violation of a check."""

    location: P.Location | None
    target: TargetPlace | None = None
    check: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Jump:
    to: int


@dataclass(frozen=True, slots=True)
class Choice:
    condition: Term
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Cases:
    value: Term
    cases: tuple[tuple[int, int], ...]
    default: int


@dataclass(frozen=True, slots=True)
class Ask:
    """The target takes any value, then it goes on."""

    unknown: P.Havoc
    to: int


@dataclass(frozen=True, slots=True)
class Enter:
    """A call: ``site`` is its number."""

    call: P.Call
    callee: str
    site: int
    to: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The procedure returns."""

    values: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The execution ends; ``why`` nobody can judge it, or nothing."""

    why: str = ""


End = Jump | Choice | Cases | Ask | Enter | Leave | Over


@dataclass(slots=True)
class Segment:
    """``place`` is that of the first command; ``round``: every loop passes one of these."""

    place: Place
    commands: Sequence[P.Command]
    end: End
    events: tuple[int, ...] = ()
    round: bool = False


@dataclass(slots=True)
class Shape:
    """``asserted``: the event of an assertion, by identity; None: who violates it is not ours to judge."""

    program: P.Program
    segments: list[Segment] = field(default_factory=list[Segment])
    first: dict[str, int] = field(default_factory=dict[str, int])
    events: list[Event] = field(default_factory=list[Event])
    asserted: dict[int, int | None] = field(default_factory=dict[int, "int | None"])
    #: calls by number, and the segment of each
    sites: list[int] = field(default_factory=list[int])
    #: calls of a procedure
    calls: dict[str, list[int]] = field(default_factory=dict[str, list[int]])


def shape_of(program: P.Program, checks: frozenset[str], targets: Sequence[TargetPlace]) -> Shape:
    """Raises NotFit."""
    calls = CallGraph(program)
    reachable = calls.reachable
    if program.axioms:
        raise NotFit("axioms")
    if any(name in calls.recursive for name in reachable):
        raise NotFit("recursion")
    if not _asks_in_rounds(program, reachable):
        raise NotFit("no loop asks for an input")
    builder = _Builder(program, checks, targets)
    for name in reachable:
        builder.add(program.procedures[name])
    return builder.shape


def _asks_in_rounds(program: P.Program, reachable: Sequence[str]) -> bool:
    """Is there a loop that asks, itself or by what it calls?"""
    asking: set[str] = set()
    for name in reversed(reachable):  # callees first
        procedure = program.procedures[name]
        asks = {label for label, block in procedure.blocks.items() if any(_asks(c, asking) for c in block.commands)}
        if asks:
            asking.add(name)
            if any(len(part) > 1 and not asks.isdisjoint(part) for part in FlowGraph(procedure).components):
                return True
            if any(label in targets_of(procedure.blocks[label].terminator) for label in asks):
                return True
    return False


def _asks(command: P.Command, asking: set[str]) -> bool:
    match command:
        case P.Havoc(_, source):
            return source is P.Source.INPUT
        case P.Call(_, str(callee)):
            return callee in asking
        case _:
            return False


class _Builder:
    def __init__(self, program: P.Program, checks: frozenset[str], targets: Sequence[TargetPlace]) -> None:
        self.shape = Shape(program)
        self._checks = checks
        self._places: dict[tuple[str, str], tuple[int, ...]] = {}
        self._violations: dict[tuple[str, P.Location | None], int] = {}
        for target in targets:
            if target.blocks:
                number = self._event(Event(target.location, target))
                for place in target.blocks:
                    self._places[place] = (*self._places.get(place, ()), number)

    def _event(self, event: Event) -> int:
        self.shape.events.append(event)
        return len(self.shape.events) - 1

    def add(self, procedure: P.Procedure) -> None:
        shape = self.shape
        heads = FlowGraph(procedure).loop_heads
        #: segments that blocks begin with
        numbers: dict[str, int] = {}
        at = len(shape.segments)
        for label, block in procedure.blocks.items():
            numbers[label] = at
            at += 1 + sum(isinstance(c, P.Havoc | P.Call) for c in block.commands)
        if at > LARGEST:
            raise NotFit("the program is too large")
        shape.first[procedure.name] = numbers[next(iter(procedure.blocks))]
        for label, block in procedure.blocks.items():
            events = self._places.get((procedure.name, label), ())
            self._block(procedure.name, block, numbers, events, label in heads)

    def _block(
        self, name: str, block: P.Block, numbers: Mapping[str, int], events: tuple[int, ...], head: bool
    ) -> None:
        segments = self.shape.segments
        begin = 0
        for index, command in enumerate(block.commands):
            match command:
                case P.Assign() | P.Assume():
                    continue
                case P.Assert():
                    self._assert(command)
                    continue
                case P.Havoc():
                    if command.source not in ASKED:
                        raise NotFit(f"a value that is unknown ({command.source.value})")
                    end: End = Ask(command, len(segments) + 1)
                case P.Call(_, str(callee)):
                    end = Enter(command, callee, len(self.shape.sites), len(segments) + 1)
                    self.shape.calls.setdefault(callee, []).append(len(self.shape.sites))
                    self.shape.sites.append(len(segments))
                case _:
                    raise NotFit(type(command).__name__.lower())
            segments.append(Segment((name, block.label, begin), block.commands[begin:index], end, events, head))
            events, head, begin = (), False, index + 1
        end = _end(block.terminator, numbers)
        segments.append(Segment((name, block.label, begin), block.commands[begin:], end, events, head))

    def _assert(self, command: P.Assert) -> None:
        if command.check in self._checks:
            key = (command.check, command.location)
            if key not in self._violations:
                event = Event(command.location, None, command.check, command.message)
                self._violations[key] = self._event(event)
            self.shape.asserted[id(command)] = self._violations[key]
        elif command.check not in P.DEFINED_OTHERWISE:
            self.shape.asserted[id(command)] = None


def _end(terminator: P.Terminator, numbers: Mapping[str, int]) -> End:
    match terminator:
        case P.Goto((target,)):
            return Jump(numbers[target])
        case P.Goto():
            raise NotFit("a choice of ways")
        case P.Branch(condition, then, otherwise):
            return Choice(condition, numbers[then], numbers[otherwise])
        case P.Switch(value, cases, default):
            return Cases(value, tuple((number, numbers[label]) for number, label in cases), numbers[default])
        case P.Return(values):
            return Leave(values)
        case P.Stop(end, detail):
            return Over("" if end in _ENDS else detail or end.value)
