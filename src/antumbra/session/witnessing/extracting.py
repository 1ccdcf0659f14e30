"""Checks at heads of loops, at starts of procedures and before they return as claims for the checker of proofs: terms
over what the program form has there. A claim that is read wrongly is only one that does not hold, or does not help: the
checks stay in the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs import Cell, Certificate, Contract, LoopClaim, at_entry, result
from antumbra.records import dataclass, field, replace
from antumbra.session.witnessing.claims import WRONG
from antumbra.terms import Term

#: ways from the head of a loop that are followed, and commands on all of them
MOST_WAYS: Final = 64
MOST_COMMANDS: Final = 4_000
#: alternatives of a condition among others
LONGEST: Final = 3


@dataclass(slots=True)
class _Way:
    """From the head of a loop on: the block it is in, what variables are, and which branches were taken."""

    label: str
    values: dict[Term, Term] = field(default_factory=dict[Term, Term])
    taken: tuple[Term, ...] = ()


def claims_of(program: P.Program, file: str) -> Certificate:
    """What the checks say. ``file``: the witness, which the compiler takes them for text of."""
    found: list[LoopClaim] = []
    contracts: list[Contract] = []
    for name, procedure in program.procedures.items():
        if (contract := _contract(program, procedure, file)) is not None:
            contracts.append(contract)
        for head in sorted(FlowGraph(procedure).loop_heads):
            reader = _Head(procedure, head)
            conditions = tuple(dict.fromkeys(reader.conditions()))
            if conditions:
                found.append(LoopClaim(name, head, conditions, tuple(reader.cells)))
    return replace(Certificate.of_loops(found), contracts=tuple(contracts))


def _contract(program: P.Program, procedure: P.Procedure, file: str) -> Contract | None:
    """What is checked at the start of a procedure, and of its result before it returns."""
    reader = _Head(procedure, next(iter(procedure.blocks)))
    before = dict.fromkeys(reader.conditions())
    cells = {cell.variable: cell for cell in reader.cells if cell.address.op is T.CONST}
    known = {*procedure.parameters, *program.variables, *cells}
    returning = _Returning(procedure, file, list(cells.values()))
    after: dict[Term, None] = {}
    for condition in returning.conditions():
        # what was read at the start is what was there then
        old = {read: at_entry(c) for read, c in reader.read.items() if c in known and c not in procedure.parameters}
        condition = T.substitute(condition, old)
        now = {*program.variables, *(cell.variable for cell in returning.cells)}
        others = T.free_variables(condition) - {*procedure.parameters, *now, *old.values()}
        if not others:
            after[condition] = None
        elif len(others) == len(procedure.results) == 1:
            (other,) = others
            if other.sort is (sort := procedure.results[0].sort):
                after[T.substitute(condition, {other: result(0, sort)})] = None
    before = {c: None for c in before if T.free_variables(c) <= known}
    if not before and not after:
        return None
    return Contract(procedure.name, tuple(before), tuple(after), tuple(returning.cells))


def _excluded(taken: Sequence[Term]) -> Iterator[Term]:
    """What a check says that is wrong where these branches were taken: that not all of them are; and, where it is a
    list of conditions of which the first hold, that the last ones do not fail."""
    for number in dict.fromkeys((*range(1, min(LONGEST, len(taken)) + 1), len(taken))):
        if number:
            yield T.not_(T.and_(*taken[-number:]))


class _Returning:
    """Follows checks back to where text of the witness begins: what it finds there is the result, or a parameter."""

    def __init__(self, procedure: P.Procedure, file: str, cells: list[Cell]) -> None:
        self._procedure = procedure
        self._file = file
        self._graph = FlowGraph(procedure)
        self.cells = cells

    def conditions(self) -> Iterator[Term]:
        for label, block in self._procedure.blocks.items():
            if any(isinstance(c, P.Assert) and c.condition is T.FALSE and WRONG in c.message for c in block.commands):
                yield from self._failing(label)

    def _failing(self, label: str) -> Iterator[Term]:
        ways: list[tuple[tuple[str, ...], tuple[Term, ...]]] = [((label,), ())]
        followed = 0
        while ways and followed < MOST_WAYS:
            followed += 1
            passed, taken = ways.pop()
            before = [source for source in self._graph.predecessors[passed[0]] if self._own(source)]
            if not before:
                yield from _excluded(taken)
            for source in before:
                if source not in passed:
                    here = (self._holds(source, passed[0]), *taken)
                    ways.append(((source, *passed), tuple(self._back(source, each) for each in here)))

    def _own(self, label: str) -> bool:
        """Does a block end with a branch of the witness's text?"""
        end = self._procedure.blocks[label].terminator
        return isinstance(end, P.Branch | P.Goto) and end.location is not None and end.location.file == self._file

    def _holds(self, label: str, target: str) -> Term:
        end = self._procedure.blocks[label].terminator
        if not isinstance(end, P.Branch) or end.then == end.otherwise:
            return T.TRUE
        return end.condition if end.then == target else T.not_(end.condition)

    def _back(self, label: str, condition: Term) -> Term:
        """The condition before the last commands of a block that are the witness's."""
        for command in reversed(self._procedure.blocks[label].commands):
            if isinstance(command, P.Assert):
                continue
            if command.location is None or command.location.file != self._file:
                break
            match command:
                case P.Assign():
                    condition = T.substitute(condition, dict(zip(command.targets, command.values, strict=True)))
                case P.Load() if command.address.op is T.CONST:
                    held = _cell(self.cells, command.target, command.address)
                    condition = T.substitute(condition, {command.target: held})
                case _:
                    break
        return condition


class _Head:
    """Follows what is evaluated first in a round, as long as it only reads."""

    def __init__(self, procedure: P.Procedure, head: str) -> None:
        self._procedure = procedure
        self._head = head
        self._left = MOST_COMMANDS
        self.cells: list[Cell] = []
        #: what was read, as terms over what was there at the start
        self.read: dict[Term, Term] = {}

    def conditions(self) -> Iterator[Term]:
        ways, followed = [_Way(self._head)], 0
        while ways and followed < MOST_WAYS:
            followed += 1
            yield from self._follow(ways.pop(), ways)

    def _follow(self, way: _Way, others: list[_Way]) -> Iterator[Term]:
        values, taken, label = way.values, way.taken, way.label
        seen: set[str] = set()
        while label not in seen:
            seen.add(label)
            block = self._procedure.blocks[label]
            for command in block.commands:
                self._left -= 1
                if self._left < 0:
                    return
                match command:
                    case P.Assign():
                        new = [T.substitute(value, values) for value in command.values]
                        values = {**values, **dict(zip(command.targets, new, strict=True))}
                        self.read.update(zip(command.targets, new, strict=True))
                    case P.Load():
                        held = _cell(self.cells, command.target, T.substitute(command.address, values))
                        values = {**values, command.target: held}
                        self.read[command.target] = held
                    case P.Assert() if WRONG in command.message:
                        if command.condition is T.FALSE:
                            yield from _excluded(taken)
                        return
                    case P.Assert():
                        pass
                    case _:
                        return
            match block.terminator:
                case P.Goto(targets) if len(targets) == 1:
                    label = targets[0]
                case P.Branch(condition, then, otherwise):
                    holds = T.substitute(condition, values)
                    others.append(_Way(otherwise, values, (*taken, T.not_(holds))))
                    taken, label = (*taken, holds), then
                case _:
                    return


def _cell(cells: list[Cell], target: Term, address: Term) -> Term:
    """The variable that stands for what is read."""
    width = target.sort.width // 8
    known = next((c for c in cells if c.address is address and c.width == width), None)
    if known is None:
        known = Cell(T.var(f"witness cell {len(cells)}", target.sort), address, width)
        cells.append(known)
    return known.variable
