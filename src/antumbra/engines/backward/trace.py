"""From a state's log back to what was executed, as steps over locations.

A log holds the number of each block entered, and for some commands what they did; everything else follows
from the program. A segment starts where its state started (a block, or the middle of one after a call).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from antumbra import terms as T
from antumbra.engines.backward.detours import Detours, only_assigns
from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.steps import (
    ALWAYS,
    Allocated,
    Assigned,
    Assumed,
    Checked,
    Entered,
    Freed,
    Implied,
    Left,
    Loaded,
    Moved,
    Near,
    Opaque,
    Place,
    Related,
    Scoped,
    Step,
    Stored,
    Unknowable,
)
from antumbra.program import model as P
from antumbra.program.spacing import overlap
from antumbra.records import dataclass, replace
from antumbra.semantics.compiling.compiler import Compiler
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.contract import DECIDED
from antumbra.semantics.memory.objects import Object
from antumbra.semantics.state import State
from antumbra.terms import Term

#: program point: a region, and the regions that callers return to
Point = tuple[int, tuple[int, ...]]
#: assignments of a block that are made one; going forward they share their parts, so their size is no matter
MOST_COMPOSED = 5_000


@dataclass(frozen=True, slots=True)
class Start:
    """Where a segment starts: its region, and the regions that callers return to, outermost first."""

    region: int
    callers: tuple[int, ...]

    @staticmethod
    def of(state: State, region: int) -> Start:
        callers: list[int] = []
        frame = state.frame
        while frame is not None:
            callers.append(frame[0])
            frame = frame[2]
        return Start(region, tuple(reversed(callers)))


@dataclass(slots=True)
class Segment:
    """Steps, and where they stopped: the terminator of ``place`` at ``depth``, if they came so far."""

    steps: list[Step]
    place: Place
    depth: int
    terminator: P.Terminator | None


class Reader:
    def __init__(self, program: P.Program, compiler: Compiler, locations: Locations) -> None:
        self._program = program
        self._compiler = compiler
        self._locations = locations
        self._blocks: list[Place] = list(compiler.block_numbers)
        #: steps of blocks that only assign, and of ways to leave blocks, by the depth of their frame
        self._whole: dict[tuple[int, Place, str], tuple[Step, ...] | None] = {}
        #: steps of assignments, by the depth of their frame and the command (which the program keeps alive)
        self._assigned: dict[tuple[int, int], Assigned] = {}
        self._ways: dict[tuple[int, Place, str], tuple[Implied, ...]] = {}
        #: procedures that make stack objects
        self._owning = frozenset(name for name, procedure in program.procedures.items() if _makes_locals(procedure))

    def read(self, start: Start, log: Sequence[Any], final: str | None = None) -> Segment:
        """Steps of a segment. ``final``: the block that it went to at its end, when that is not in the log."""
        entries = self._compiler.entries
        entry = entries[start.region]
        name, label = entry.procedure, entry.label
        index = entry.index - (start.region in self._compiler.indirect)
        callers = [(entries[c].procedure, entries[c].label, entries[c].index) for c in start.callers]
        steps: list[Step] = []
        detours = Detours(self._program, self._locations, steps)
        position = 1 if entry.index == 0 and log else 0  # the first block's own number
        if index == 0 and not log:
            return Segment(steps, (name, label), len(callers), None)
        while True:
            depth = len(callers)
            block = self._program.procedures[name].blocks[label]
            called = False
            # most blocks only compute a condition and leave: their steps are made once
            plain = index == 0 and not isinstance(block.terminator, P.Return)
            after = position + _decided(log, position)
            to = self._blocks[int(log[after])][1] if plain and after < len(log) and only_assigns(block) else final
            passed = None if to is None or not plain else self._passed(depth, (name, label), block, to)
            if passed is not None and to is not None:
                steps.extend(passed)
                if after > position:
                    detours.leave(depth, (name, label), block, to, passed)
                detours.arrive(depth, (name, to))
                if after >= len(log):
                    return Segment(steps, (name, to), depth, None)
                position = after + 1
                label = to
                continue
            while index < len(block.commands):
                command = block.commands[index]
                if isinstance(command, P.Call):
                    target = command.callee
                    if not isinstance(target, str):
                        if position >= len(log):
                            return Segment(steps, (name, label), depth, None)
                        address = log[position]
                        position += 1
                        target = self._callee(steps, target, depth, address)
                        if target is None:
                            return Segment(steps, (name, label), depth, None)
                    callee = self._program.procedures[target]
                    steps.append(self._bind(depth + 1, callee.parameters, depth, command.arguments))
                    if target in self._owning:
                        steps.append(Entered(depth + 1))
                    callers.append((name, label, index + 1))
                    name = target
                    called = True
                    break
                if _logged(command):
                    if position >= len(log):
                        steps.extend(self._unfinished(command, depth, (name, label)))
                        return Segment(steps, (name, label), depth, None)
                    self._command(steps, command, depth, log[position])
                    position += 1
                else:
                    self._command(steps, command, depth, None)
                index += 1
            if not called:
                terminator = block.terminator
                if isinstance(terminator, P.Return):
                    if not callers:
                        return Segment(steps, (name, label), depth, terminator)
                    if name in self._owning:
                        steps.append(Left(depth))
                    detours.end(depth)
                    name, label, index = callers.pop()
                    self._returned(steps, terminator, depth, (name, label, index))
                    continue
            decided = not called and _decided(log, position)
            position += decided
            if position >= len(log):
                if called:
                    return Segment(steps, (name, next(iter(self._program.procedures[name].blocks))), len(callers), None)
                return self._end(steps, depth, block, (name, label), final, detours, decided=decided)
            following: Place = self._blocks[int(log[position])]
            position += 1
            if not called:
                ways = self._taken(depth, block, (name, label), following[1])
                steps.extend(ways)
                if decided:
                    detours.leave(depth, (name, label), block, following[1], ways)
            name, label = following
            index = 0
            detours.arrive(len(callers), following)

    def _callee(self, steps: list[Step], target: Term, depth: int, address: Any) -> str | None:
        """The procedure that a call through a pointer went to; None if nothing can be said of it."""
        if address.__class__ is not int:
            steps.append(Opaque("call of a symbolic function"))
            return None
        steps.append(Implied(T.eq(self._term(depth, target), T.const(address, target.sort)), (ALWAYS,)))
        found = self._program.functions.get(address)
        if found is None:
            steps.append(Opaque("call of something that is no function"))
        return found

    def _end(
        self,
        steps: list[Step],
        depth: int,
        block: P.Block,
        place: Place,
        final: str | None,
        detours: Detours,
        *,
        decided: bool,
    ) -> Segment:
        """The log ends with this block."""
        if final is None:
            return Segment(steps, place, depth, block.terminator)
        ways = self._taken(depth, block, place, final)
        steps.extend(ways)
        if decided:
            detours.leave(depth, place, block, final, ways)
        detours.arrive(depth, (place[0], final))
        return Segment(steps, (place[0], final), depth, None)

    def _passed(self, depth: int, place: Place, block: P.Block, to: str) -> tuple[Step, ...] | None:
        """The steps of a block that only assigns and then goes to another one: what it implies, put before what it
        assigns; None if it does more."""
        key = (depth, place, to)
        if key not in self._whole:
            self._whole[key] = self._compose(depth, place, block, to) if only_assigns(block) else None
        return self._whole[key]

    def _compose(self, depth: int, place: Place, block: P.Block, to: str) -> tuple[Step, ...] | None:
        combined: dict[Term, Term] = {}
        if len(block.commands) > MOST_COMPOSED:
            return None
        for command in block.commands:
            step = self._bind(depth, command.targets, depth, command.values) if isinstance(command, P.Assign) else None
            if step is None:
                return None
            values = [
                T.substitute(value, {x: combined[x] for x in T.free_variables(value) if x in combined})
                for value in step.values
            ]
            combined.update(zip(step.targets, values, strict=True))
        ways = self._taken(depth, block, place, to)
        implied = [replace(way, condition=T.substitute(way.condition, combined)) for way in ways]
        assigned = [Assigned(tuple(combined), tuple(combined.values()))] if combined else []
        return (*implied, *assigned)

    def _term(self, depth: int, term: Term) -> Term:
        return self._locations.term(depth, term)

    def _bind(self, to: int, targets: Sequence[Term], depth: int, values: Sequence[Term]) -> Assigned:
        pairs = list(zip(targets, values, strict=False))
        return Assigned(
            tuple(self._locations.local(to, t) for t, _ in pairs), tuple(self._term(depth, v) for _, v in pairs)
        )

    def _returned(self, steps: list[Step], terminator: P.Return, depth: int, caller: tuple[str, str, int]) -> None:
        command = self._program.procedures[caller[0]].blocks[caller[1]].commands[caller[2] - 1]
        if isinstance(command, P.Call):
            steps.append(self._bind(depth - 1, command.targets, depth, terminator.values))

    def _taken(self, depth: int, block: P.Block, place: Place, label: str) -> tuple[Implied, ...]:
        """The step of a terminator that went to ``label`` because it had to."""
        key = (depth, place, label)
        found = self._ways.get(key)
        if found is None:
            condition = taken(block.terminator, label)
            others = tuple((place[0], other) for other in successors(block.terminator) if other != label)
            plain = condition is T.TRUE or not others
            found = self._ways[key] = () if plain else (Implied(self._term(depth, condition), others),)
        return found

    def _unfinished(self, command: P.Command, depth: int, place: Place) -> list[Step]:
        """The path ended in a command, or forks there: which other executions do the same."""
        match command:
            case P.Assume():
                # nothing that fails the assumption goes on
                return [Implied(T.not_(self._term(depth, command.condition)), (ALWAYS,))]
            case P.Assert():
                # a violation that is known; what passes goes on in this block
                return [Implied(T.not_(self._term(depth, command.condition)), (place,))]
            case P.Load() | P.Store() | P.Alloc() | P.Free() | P.Copy() | P.Fill() | P.Builtin():
                return [Opaque(f"the end of a path in {type(command).__name__}")]
            case P.Assign() | P.Havoc() | P.Call():
                raise TypeError(f"{type(command).__name__} is not logged")
            case _:
                assert_never(command)

    def _command(self, steps: list[Step], command: P.Command, depth: int, seen: Any) -> None:
        local, term = self._locations.local, self._term
        match command:
            case P.Assign():
                key = (depth, id(command))
                made = self._assigned.get(key)
                if made is None:
                    made = self._assigned[key] = self._bind(depth, command.targets, depth, command.values)
                steps.append(made)
            case P.Havoc():
                steps.append(Unknowable(local(depth, command.target)))
            case P.Load():
                width = command.width
                steps.append(Loaded(local(depth, command.target), term(depth, command.address), _place(seen), width))
            case P.Store():
                width = command.width
                steps.append(Stored(term(depth, command.address), term(depth, command.value), _place(seen), width))
            case P.Assume():
                steps.append(Assumed(term(depth, command.condition)))
            case P.Assert():
                steps.append(Checked(term(depth, command.condition), command.check, command.location))
            case P.Alloc():
                steps.append(
                    Allocated(
                        local(depth, command.target),
                        term(depth, command.size),
                        seen[0],
                        seen[1],
                        command.region,
                        command.zeroed,
                        command.align,
                        depth,
                    )
                )
            case P.Copy():
                destination, source, size = (
                    term(depth, t) for t in (command.destination, command.source, command.size)
                )
                steps.append(Moved(destination, source, size, None, seen[0], seen[1], seen[2]))
            case P.Fill():
                destination, byte, size = (term(depth, t) for t in (command.destination, command.byte, command.size))
                steps.append(Moved(destination, None, size, byte, seen[0], None, seen[2]))
            case P.Free():
                known = seen.__class__ is int
                steps.append(Freed(term(depth, command.address), seen) if known else Opaque("free"))
            case P.Builtin() if command.name in P.RELATIONS and seen is not None:
                target = local(depth, command.targets[0])
                left, right = (term(depth, a) for a in command.arguments)
                steps.append(Related(target, related(command.name, left, right), left, right, seen[0], seen[1]))
            case P.Builtin(name="stay"):
                old = term(depth, command.arguments[0])
                steps.append(Opaque("stay") if seen is None else Near(old, seen[0], seen[1]))
            case P.Builtin() if command.name in P.OVERLAPS:
                # the accesses before it say where both ranges are
                value = overlap(command.name, *command.arguments)
                steps.append(self._bind(depth, command.targets, depth, (value,)))
            case P.Builtin() if command.name in P.LIFE:
                steps.append(self._scoped(command, depth, seen))
            case P.Builtin():
                steps.append(Opaque(command.name))
            case P.Call():
                raise TypeError("calls are read apart")
            case _:
                assert_never(command)

    def _scoped(self, command: P.Builtin, depth: int, item: Object | None) -> Step:
        if item is None or item.size.__class__ is not int:
            return Opaque(command.name)
        target = self._locations.local(depth, command.targets[0]) if command.targets else None
        address = self._term(depth, command.arguments[0])
        return Scoped(address, item, command.name != "end_life", depth, target)


def related(name: str, left: Term, right: Term) -> Term:
    """One of program.model.RELATIONS, of places."""
    match name:
        case "same_address":
            return T.eq(left, right)
        case "below":
            return T.bvult(left, right)
        case _:
            return T.bvsub(left, right)


def _place(seen: Any) -> Any:
    """Of an access at a symbolic address, the object; else the address."""
    return seen[1] if seen.__class__ is tuple else seen


def _makes_locals(procedure: P.Procedure) -> bool:
    return any(
        isinstance(command, P.Alloc) and command.region is P.Region.STACK
        for block in procedure.blocks.values()
        for command in block.commands
    )


def _decided(log: Sequence[Any], position: int) -> bool:
    """Where a block was left: by a condition on unknowns with one possible side?"""
    return position < len(log) and log[position] == DECIDED


def _logged(command: P.Command) -> bool:
    return not isinstance(command, P.Assign | P.Havoc | P.Call)


def taken(terminator: P.Terminator, label: str) -> Term:
    """The condition under which a terminator goes to a block."""
    match terminator:
        case P.Branch():
            if terminator.then == terminator.otherwise:
                return T.TRUE
            return terminator.condition if label == terminator.then else T.not_(terminator.condition)
        case P.Switch():
            value = terminator.value
            mine = [c for c, to in terminator.cases if to == label]
            other = [c for c, to in terminator.cases if to != label]
            if label == terminator.default:
                return T.and_(*(T.not_(T.eq(value, T.const(c, value.sort))) for c in other)) if other else T.TRUE
            return T.or_(*(T.eq(value, T.const(c, value.sort)) for c in mine))
        case P.Goto() | P.Return() | P.Stop():
            return T.TRUE
        case _:
            assert_never(terminator)
