"""Where the sides of a branch meet again, and what lies between: what a driver that merges states must know.

The blocks from a branch to its join are its region in the sense of Avgerinos et al. (Enhancing symbolic execution with
veritesting, ICSE 2014). Whether states may become one is decided by ``semantics.merging`` on the states themselves;
what is said here only tells where it is worth trying, and where nobody needs to ask first whether both sides are
possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.records import dataclass
from antumbra.semantics.compiling.flow import Key, successors
from antumbra.semantics.compiling.shapes import Shape, loop_exits
from antumbra.terms import Term

#: commands of a region whose sides are run before anybody asks whether they are possible
SHORT = 64
#: blocks of a region that is looked at
MOST_BLOCKS = 400


@dataclass(slots=True, eq=False)
class Meeting:
    """A branch whose sides may become one state again. ``join``: the region where they meet, None where that is the
    caller's, after the return. ``direct``: between them there is no loop, no call and no end of the run."""

    join: int | None
    direct: bool
    #: how often states that met became one here, and how often not
    merged: int = 0
    apart: int = 0

    @property
    def pays(self) -> bool:
        """Is it worth another try?"""
        return self.apart <= 2 + self.merged


class Effects:
    """Which procedures do what makes states differ beyond merging: new unknowns, objects that begin or end."""

    def __init__(self, program: P.Program) -> None:
        graph = CallGraph(program)
        self._program = program
        self._lasting: set[str] = set()
        for component in graph.components:  # callees before callers
            own = any(_lasts(command) for name in component for command in _commands(program.procedures[name]))
            if own or any(callee in self._lasting for name in component for callee in graph.callees[name]):
                self._lasting.update(component)

    @cached_property
    def pinned(self) -> frozenset[Key]:
        """Variables that addresses or the rounds of loops depend on, by any number of assignments and calls."""
        return _Pinned(self._program).variables()

    def lasting(self, command: P.Command) -> bool:
        if isinstance(command, P.Call):
            return isinstance(command.callee, str) and command.callee in self._lasting
        return _lasts(command)


def _commands(procedure: P.Procedure) -> Iterator[P.Command]:
    for block in procedure.blocks.values():
        yield from block.commands


def _lasts(command: P.Command) -> bool:
    match command:
        case P.Havoc() | P.Alloc() | P.Free():
            return True
        case P.Builtin(name="new_life"):
            return True
        case _:
            return False


def between(shape: Shape, label: str) -> list[str] | None:
    """The blocks from a branch to its join, or to the return; None if they are too many."""
    blocks, join = shape.procedure.blocks, shape.join.get(label)
    found: dict[str, None] = {}
    work = list(successors(blocks[label].terminator))
    while work:
        one = work.pop()
        if one == join or one in found:
            continue
        found[one] = None
        if len(found) > MOST_BLOCKS:
            return None
        work.extend(successors(blocks[one].terminator))
    return list(found)


def is_direct(shape: Shape, labels: list[str]) -> bool:
    """Is it a few commands without loops, calls and ends?"""
    commands = 0
    for label in labels:
        block = shape.procedure.blocks[label]
        if label in shape.loop_heads or isinstance(block.terminator, P.Stop | P.Return):
            return False
        if any(isinstance(command, P.Call) for command in block.commands):
            return False
        commands += len(block.commands) + 1
    return commands <= SHORT


class _Pinned:
    """Which variables reach an address or the condition of a loop: backward over all that flows."""

    def __init__(self, program: P.Program) -> None:
        self._program = program
        self._globals = frozenset(program.variables)
        self._wanted: list[Key] = []
        #: where the value of a variable comes from
        self._sources: dict[Key, list[Key]] = {}
        for procedure in program.procedures.values():
            exits = loop_exits(procedure)
            for label, block in procedure.blocks.items():
                for command in block.commands:
                    self._command(procedure.name, command)
                match block.terminator:
                    case P.Branch(condition=value) | P.Switch(value=value) if label in exits:
                        self._want(procedure.name, value)
                    case P.Return(values=values):
                        for value, result in zip(values, procedure.results, strict=False):
                            self._flow(procedure.name, value, (procedure.name, result))
                    case _:
                        pass

    def variables(self) -> frozenset[Key]:
        found: set[Key] = set()
        work = self._wanted
        while work:
            one = work.pop()
            if one not in found:
                found.add(one)
                work.extend(self._sources.get(one, ()))
        return frozenset(found)

    def _key(self, procedure: str, variable: Term) -> Key:
        return variable if variable in self._globals else (procedure, variable)

    def _want(self, procedure: str, *terms: Term) -> None:
        self._wanted.extend(self._key(procedure, v) for term in terms for v in T.free_variables(term))

    def _flow(self, procedure: str, value: Term, target: Key) -> None:
        self._sources.setdefault(target, []).extend(self._key(procedure, v) for v in T.free_variables(value))

    def _command(self, name: str, command: P.Command) -> None:
        match command:
            case P.Assign():
                for target, value in zip(command.targets, command.values, strict=True):
                    self._flow(name, value, self._key(name, target))
            case P.Load() | P.Store() | P.Free():
                self._want(name, command.address)
            case P.Alloc():
                self._want(name, command.size)
            case P.Copy():
                self._want(name, command.destination, command.source, command.size)
            case P.Fill():
                self._want(name, command.destination, command.size)
            case P.Builtin():
                self._want(name, *command.arguments)
            case P.Call():
                self._call(name, command)
            case P.Assume() | P.Assert() | P.Havoc():
                pass

    def _call(self, name: str, command: P.Call) -> None:
        if not isinstance(command.callee, str):
            self._want(name, command.callee, *command.arguments)
            return
        callee = self._program.procedures[command.callee]
        for parameter, argument in zip(callee.parameters, command.arguments, strict=False):
            self._flow(name, argument, (callee.name, parameter))
        for target, result in zip(command.targets, callee.results, strict=False):
            self._sources.setdefault(self._key(name, target), []).append((callee.name, result))
