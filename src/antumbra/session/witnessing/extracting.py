"""Checks at heads of loops as claims for the checker of proofs: terms over what the program form has there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs import Cell, Certificate, LoopClaim
from antumbra.records import dataclass, field
from antumbra.session.witnessing.claims import WRONG
from antumbra.terms import Term

#: ways from the head of a loop that are followed, and commands on all of them
MOST_WAYS: Final = 64
MOST_COMMANDS: Final = 4_000


@dataclass(slots=True)
class _Way:
    """From the head of a loop on: the block it is in, what variables are, and which branches were taken."""

    label: str
    values: dict[Term, Term] = field(default_factory=dict[Term, Term])
    taken: tuple[Term, ...] = ()


def claims_of(program: P.Program) -> Certificate:
    """What the checks at the heads of loops say."""
    found: list[LoopClaim] = []
    for name, procedure in program.procedures.items():
        for head in sorted(FlowGraph(procedure).loop_heads):
            reader = _Head(procedure, head)
            conditions = tuple(dict.fromkeys(reader.conditions()))
            if conditions:
                found.append(LoopClaim(name, head, conditions, tuple(reader.cells)))
    return Certificate.of_loops(found)


class _Head:
    """Follows what is evaluated first in a round, as long as it only reads."""

    def __init__(self, procedure: P.Procedure, head: str) -> None:
        self._procedure = procedure
        self._head = head
        self._left = MOST_COMMANDS
        self.cells: list[Cell] = []

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
                    case P.Load():
                        values = {**values, command.target: self._cell(command, T.substitute(command.address, values))}
                    case P.Assert() if WRONG in command.message:
                        yield T.not_(T.and_(*taken)) if command.condition is T.FALSE else T.TRUE
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

    def _cell(self, command: P.Load, address: Term) -> Term:
        known = next((c for c in self.cells if c.address is address and c.width == command.target.width // 8), None)
        if known is None:
            name = f"witness cell {len(self.cells)}"
            known = Cell(T.var(name, command.target.sort), address, command.target.width // 8)
            self.cells.append(known)
        return known.variable
