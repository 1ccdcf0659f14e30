"""Programs in which nothing calls an error function: safe by the call graph, whatever their values are.

It is an engine without steps: what it says is complete from the start, and its certificate is the set of blocks that
control stays in. Undefined behaviour that exploration did not meet in its first turn is not looked for; that it calls
nothing is an assumption of the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.engines.contract import EngineDefaults, OnProgress
from antumbra.engines.outcome import Cut, PathEnd, Statistics
from antumbra.program import model as P
from antumbra.program.assumptions import Assumption, assume
from antumbra.program.graphs.flow import targets_of
from antumbra.proofs import Certificate, Enclosure

#: checks that nothing but a command of their own violates
EXPLICIT: Final = frozenset({"unreach-call", "assert"})
#: what bears on where control can be; all else is about values
_BEARING: Final = frozenset(
    {
        "external-pure",
        "external-by-name",
        "external-correct",
        "weak-absent",
        "signals",
        "threads",
        "library",
        "entry-frame",
    }
)

_NOTE: Final = (
    "nothing in the program calls an error function or asserts anything, so little was executed; other properties "
    "(--property valid-memsafety, no-overflow, …) look for other errors, --engine explore for undefined behaviour too"
)


def enclosure(program: P.Program, checks: frozenset[str]) -> Enclosure | None:
    """The blocks that control can come to, if none of them has anything to violate, and all of it is in the program."""
    if not checks or not checks <= EXPLICIT:
        return None
    begun: set[str] = set()
    found: dict[tuple[str, str], None] = {}
    todo: list[tuple[str, str]] = []

    def enter(name: str) -> None:
        if name not in begun:
            begun.add(name)
            go(name, next(iter(program.procedures[name].blocks)))

    def go(name: str, label: str) -> None:
        if (name, label) not in found:
            found[name, label] = None
            todo.append((name, label))

    enter(program.entry)
    while todo:
        name, label = todo.pop()
        block = program.procedures[name].blocks[label]
        for command in block.commands:
            if isinstance(command, P.Assert) and command.check in checks and command.condition is not T.TRUE:
                return None
            if isinstance(command, P.Call):
                for callee in [command.callee] if isinstance(command.callee, str) else program.functions.values():
                    enter(callee)
        if isinstance(block.terminator, P.Stop) and block.terminator.end in (P.End.UNSUPPORTED, P.End.BOUND):
            return None
        for target in targets_of(block.terminator):
            go(name, target)
    return Enclosure(tuple(found))


class Uncalled(EngineDefaults):
    """Says that a program is safe since control stays in blocks that violate nothing."""

    name = "calls"
    unfinished = False
    complete = True

    def __init__(self, blocks: Enclosure) -> None:
        self._blocks = blocks
        self.statistics = Statistics()

    def run(self, on_progress: OnProgress | None = None, *, steps: int | None = None) -> Iterator[PathEnd]:
        del on_progress, steps
        return iter(())

    def interrupt(self) -> None:
        """There is nothing to stop."""

    @property
    def cuts(self) -> Sequence[Cut]:
        return ()

    def certificate(self) -> Certificate:
        return Certificate(enclosure=self._blocks)

    def resting(self, assumptions: Sequence[Assumption]) -> Sequence[Assumption]:
        return (*(one for one in assumptions if one.id in _BEARING), assume("undefined-calls"))

    @property
    def notes(self) -> Sequence[str]:
        return (_NOTE,)
