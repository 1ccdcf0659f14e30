"""Which variables are needed at a place, and which may depend there on the input that was asked for last.

Needed is what a branch, an assertion or an assumption reads, now or later: what is only copied about is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from antumbra import terms as T
from antumbra.engines.enumerating.narrowing import Dependence, Use, use_of
from antumbra.engines.enumerating.shape import (
    Ask,
    Cases,
    Choice,
    Enter,
    Jump,
    Leave,
    NotFit,
    Over,
    Segment,
    Shape,
)
from antumbra.program import model as P
from antumbra.records import dataclass
from antumbra.terms import Term

#: bits of an input whose values have an order that ranges are made of
WIDEST_INPUT: Final = 32


@dataclass(frozen=True, slots=True)
class Slot:
    """A variable: of the program (``procedure`` is empty), of a procedure, or (no ``variable``) where it was called."""

    procedure: str
    variable: Term | None


@dataclass(frozen=True, slots=True)
class Dependences:
    """Variables (bits) that follow the input, and those that depend on it otherwise."""

    follow: int = 0
    other: int = 0


def _occurrences(segment: Segment) -> Iterator[tuple[Iterable[Term], Iterable[Term]]]:
    """What is read and what is written, in order."""
    for command in segment.commands:
        match command:
            case P.Assign(targets, values):
                yield [v for value in values for v in T.free_variables(value)], targets
            case P.Assume(condition) | P.Assert(condition):
                yield T.free_variables(condition), ()
            case _:
                pass
    match segment.end:
        case Choice(condition):
            yield T.free_variables(condition), ()
        case Cases(value):
            yield T.free_variables(value), ()
        case Leave(values):
            yield [v for value in values for v in T.free_variables(value)], ()
        case Enter(call):
            yield [v for value in call.arguments for v in T.free_variables(value)], ()
            # written behind the call, in no segment: others may read them
            yield call.targets, call.targets
        case Ask(unknown):
            yield (unknown.target,), (unknown.target,)
        case _:
            pass


class Flow:
    """Variables are bits of numbers here."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.slots: list[Slot] = []
        self._bits: dict[Slot, int] = {}
        self._variables: dict[tuple[str, Term | None], int] = {}
        self._read: dict[tuple[str, Term], int] = {}
        self._globals = shape.program.variables
        self._share_inner()
        self._leave_out_idle()

    def _share_inner(self) -> None:
        """Variables that begin and end within a segment are the same bits in all of them: there are many, and no other
        segment has to know of them."""
        seen: dict[tuple[str, Term], int] = {}
        #: in order of what segments assign first
        inner: dict[tuple[str, Term], int] = {}
        for number, segment in enumerate(self.shape.segments):
            name = segment.place[0]
            for reads, writes in _occurrences(segment):
                for variable in reads:
                    key = name, variable
                    if seen.setdefault(key, number) != number or key not in inner:
                        inner.pop(key, None)
                for variable in writes:
                    key = name, variable
                    if key not in seen:
                        inner[key] = number
                    elif seen[key] != number:
                        inner.pop(key, None)
                    seen.setdefault(key, number)
        for procedure in self.shape.program.procedures.values():
            for variable in procedure.parameters:
                inner.pop((procedure.name, variable), None)
        bits: list[int] = []
        used: dict[int, int] = {}
        for (name, variable), number in inner.items():
            if variable not in self._globals:
                at = used[number] = used.get(number, -1) + 1
                if at == len(bits):
                    bits.append(1 << len(self.slots))
                    self.slots.append(Slot("", None))
                self._variables[name, variable] = bits[at]

    def _leave_out_idle(self) -> None:
        """What was never written and nobody needs is no question."""
        for segment in self.shape.segments:
            end = segment.end
            if isinstance(end, Ask) and end.unknown.source is P.Source.UNINITIALISED:
                segment.end = end if self.wanted(segment.place[0], end) else Jump(end.to)

    def wanted(self, name: str, ask: Ask) -> bool:
        """Does anything depend on what the answer is?"""
        return bool(self.needed[ask.to] & self.bit(name, ask.unknown.target))

    # ------------------------------------------------------------ variables

    def number(self, procedure: str, variable: Term | None) -> int:
        return self.bit(procedure, variable).bit_length() - 1

    def bit(self, procedure: str, variable: Term | None) -> int:
        found = self._variables.get((procedure, variable))
        if found is None:
            slot = Slot("" if variable is not None and variable in self._globals else procedure, variable)
            found = self._bits.get(slot)
            if found is None:
                found = self._bits[slot] = 1 << len(self.slots)
                self.slots.append(slot)
            self._variables[procedure, variable] = found
        return found

    def read(self, procedure: str, term: Term) -> int:
        """Variables of a term."""
        key = procedure, term
        found = self._read.get(key)
        if found is None:
            found = 0
            for variable in T.free_variables(term):
                found |= self.bit(procedure, variable)
            self._read[key] = found
        return found

    def matters(self, command: P.Assert) -> bool:
        """Does anybody ask whether it holds?"""
        return id(command) in self.shape.asserted and command.condition is not T.TRUE

    # ------------------------------------------------------------ what is needed

    @cached_property
    def needed(self) -> list[int]:
        """Where each segment begins."""
        segments = self.shape.segments
        needed = [0] * len(segments)
        before = self._predecessors()
        waiting = list(range(len(segments)))
        queued = bytearray(b"\x01" * len(segments))
        while waiting:
            number = waiting.pop()
            queued[number] = 0
            found = self.before_all(segments[number], self.at_end(segments[number], needed))
            if found == needed[number]:
                continue
            needed[number] = found
            for other in before[number]:
                if not queued[other]:
                    queued[other] = 1
                    waiting.append(other)
        return needed

    def before_all(self, segment: Segment, after: int) -> int:
        for command in reversed(segment.commands):
            after = self.before(segment.place[0], command, after)
        return after

    def before(self, name: str, command: P.Command, after: int) -> int:
        match command:
            case P.Assign(targets, values):
                found = after
                for target in targets:
                    found &= ~self.bit(name, target)
                for target, value in zip(targets, values, strict=True):
                    if after & self.bit(name, target):
                        found |= self.read(name, value)
                return found
            case P.Assume(condition):
                return after | self.read(name, condition)
            case P.Assert() if self.matters(command):
                return after | self.read(name, command.condition)
            case _:
                return after

    def at_end(self, segment: Segment, needed: list[int]) -> int:
        name, end = segment.place[0], segment.end
        match end:
            case Jump(to):
                return needed[to]
            case Choice(condition, then, otherwise):
                return needed[then] | needed[otherwise] | self.read(name, condition)
            case Cases(value, cases, default):
                found = needed[default] | self.read(name, value)
                for _, to in cases:
                    found |= needed[to]
                return found
            case Ask(unknown, to):
                return needed[to] & ~self.bit(name, unknown.target)
            case Enter(call, callee):
                return self._at_call(name, call, callee, needed)
            case Leave(values):
                return self._at_return(name, values, needed)
            case Over():
                return 0

    def _at_call(self, name: str, call: P.Call, callee: str, needed: list[int]) -> int:
        inside = needed[self.shape.first[callee]]
        found = inside & ~self.bit(callee, None)
        parameters = self.shape.program.procedures[callee].parameters
        for parameter in parameters:
            found &= ~self.bit(callee, parameter)
        for parameter, argument in zip(parameters, call.arguments, strict=True):
            if inside & self.bit(callee, parameter):
                found |= self.read(name, argument)
        return found

    def _at_return(self, name: str, values: tuple[Term, ...], needed: list[int]) -> int:
        found = 0
        for site in self.shape.calls.get(name, ()):
            found |= self.bit(name, None)
            caller, enter = self.site(site)
            after = needed[enter.to]
            kept = after
            for target in enter.call.targets:
                kept &= ~self.bit(caller, target)
            found |= kept
            for target, value in zip(enter.call.targets, values, strict=False):
                if after & self.bit(caller, target):
                    found |= self.read(name, value)
        return found

    def site(self, number: int) -> tuple[str, Enter]:
        """A call and who makes it."""
        segment = self.shape.segments[self.shape.sites[number]]
        if not isinstance(segment.end, Enter):
            raise TypeError("a call that is none")
        return segment.place[0], segment.end

    def following(self, segment: Segment) -> Iterable[int]:
        """Segments that may come next."""
        match segment.end:
            case Jump(to) | Ask(_, to):
                return (to,)
            case Choice(_, then, otherwise):
                return (then, otherwise)
            case Cases(_, cases, default):
                return dict.fromkeys([*(to for _, to in cases), default])
            case Enter(_, callee):
                return (self.shape.first[callee],)
            case Leave():
                return [self.site(site)[1].to for site in self.shape.calls.get(segment.place[0], ())]
            case Over():
                return ()

    def _predecessors(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.shape.segments]
        for number, segment in enumerate(self.shape.segments):
            for other in self.following(segment):
                found[other].append(number)
        return found

    # ------------------------------------------------------------ what depends on the input

    def use(self, procedure: str, term: Term, now: Dependences) -> Use:
        def depends(variable: Term) -> Dependence:
            bit = self.bit(procedure, variable)
            if now.other & bit:
                return Dependence.ANY
            return Dependence.FOLLOWS if now.follow & bit else Dependence.NONE

        if not self.read(procedure, term) & (now.follow | now.other):
            return Use(Dependence.NONE)
        return use_of(term, depends)

    def assigned(self, now: Dependences, values: Iterable[tuple[int, Dependence]]) -> Dependences:
        """After variables (bits) have got values that depend like this."""
        follow, other = now.follow, now.other
        for bit, dependence in values:
            follow = follow | bit if dependence is Dependence.FOLLOWS else follow & ~bit
            other = other | bit if dependence is Dependence.ANY else other & ~bit
        return Dependences(follow, other)

    def after_command(self, name: str, command: P.Command, now: Dependences) -> Dependences:
        if not isinstance(command, P.Assign):
            return now
        pairs = zip(command.targets, command.values, strict=True)
        return self.assigned(now, [(self.bit(name, t), self.use(name, v, now).dependence) for t, v in pairs])

    def asked(self, name: str, ask: Ask) -> Dependences:
        """Behind a question: of what was asked for before, one value at a time is looked at."""
        if not self.wanted(name, ask):
            return Dependences()
        bit, sort = self.bit(name, ask.unknown.target), ask.unknown.target.sort
        if sort is T.BOOL:
            return Dependences(0, bit)
        if sort.kind != "bv" or sort.width > WIDEST_INPUT:
            raise NotFit(f"an input of sort {sort}")
        return Dependences(bit, 0)

    def entered(self, name: str, call: P.Call, callee: str, now: Dependences) -> Dependences:
        parameters = self.shape.program.procedures[callee].parameters
        pairs = zip(parameters, call.arguments, strict=True)
        return self.assigned(now, [(self.bit(callee, p), self.use(name, a, now).dependence) for p, a in pairs])

    def left(self, site: int, callee: str, values: tuple[Term, ...], now: Dependences) -> Dependences:
        caller, enter = self.site(site)
        pairs = zip(enter.call.targets, values, strict=False)
        return self.assigned(now, [(self.bit(caller, t), self.use(callee, v, now).dependence) for t, v in pairs])

    @cached_property
    def dependences(self) -> list[Dependences | None]:
        """Where each segment begins; None where no execution comes."""
        segments = self.shape.segments
        found: list[Dependences | None] = [None] * len(segments)
        needed = self.needed
        waiting: list[int] = []

        def meet(number: int, new: Dependences) -> None:
            # of what is not needed nobody asks
            mask, old = needed[number], found[number]
            follow, other = new.follow & mask, new.other & mask
            if old is not None:
                follow, other = follow | old.follow, other | old.other
            follow &= ~other
            if old is None or (follow, other) != (old.follow, old.other):
                found[number] = Dependences(follow, other)
                waiting.append(number)

        meet(self.shape.first[self.shape.program.entry], Dependences())
        while waiting:
            number = waiting.pop()
            now = found[number]
            if now is None:
                continue
            segment = segments[number]
            name, end = segment.place[0], segment.end
            for command in segment.commands:
                now = self.after_command(name, command, now)
            match end:
                case Ask(_, to):
                    meet(to, self.asked(name, end))
                case Enter(call, callee):
                    meet(self.shape.first[callee], self.entered(name, call, callee, now))
                case Leave(values):
                    for site in self.shape.calls.get(name, ()):
                        meet(self.site(site)[1].to, self.left(site, name, values, now))
                case Over():
                    pass
                case _:
                    for to in self.following(segment):
                        meet(to, now)
        return found
