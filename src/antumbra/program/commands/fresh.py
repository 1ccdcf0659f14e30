"""Names that nobody has yet.

No name that a front end takes from a program has a space in it: none of Boogie or guarded commands can, LLVM's are
escaped. Names that engines make for terms of their own have one. Passes add to programs that hold what another pass
made: they ask :class:`Fresh`.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.terms import Term
from antumbra.terms.traverse import free_variables


class Fresh:
    """Gives each name once, and none of those in use."""

    def __init__(self, used: Iterable[str] = ()) -> None:
        self._used = set(used)
        self._numbers: dict[str, int] = {}

    def __call__(self, wish: str) -> str:
        """The wish itself, or what looks like it."""
        found = wish
        while found in self._used:
            number = self._numbers[wish] = self._numbers.get(wish, 1) + 1
            found = f"{wish}.{number}"
        self._used.add(found)
        return found


def variable_names(variables: Iterable[Term], procedures: Iterable[P.Procedure]) -> set[str]:
    """The names of these variables, and of all that occur in the procedures."""
    found = set(variables)
    for procedure in procedures:
        found.update(procedure.parameters, procedure.results)
        for block in procedure.blocks.values():
            for part in (*block.commands, block.terminator):
                for term in operands(part):
                    found |= free_variables(term)
    return {str(variable.data) for variable in found}
