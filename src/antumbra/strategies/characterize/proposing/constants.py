"""Numbers that a program speaks of, and which of several numbers reads best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.semantics.compiling.flow import used_terms
from antumbra.terms import Term

#: of a program; the library's models speak of many
MOST_CONSTANTS: Final = 48
#: operators whose constants are places in memory or widths, not numbers of the program
_SILENT: Final = frozenset({T.SIGN_EXTEND, T.ZERO_EXTEND, T.EXTRACT, T.CONCAT})


def program_constants(program: P.Program) -> tuple[int, ...]:
    """Constants of a program's own expressions, as signed and unsigned numbers; those of comparisons first."""
    compared: dict[int, None] = {}
    others: dict[int, None] = {}
    for procedure in program.procedures.values():
        for block in procedure.blocks.values():
            if isinstance(block.terminator, P.Switch):
                compared.update((value, None) for value, _ in block.terminator.cases)
            for command in (*block.commands, block.terminator):
                _collect(used_terms(command), compared, others)
    found = dict.fromkeys([*compared, *others])
    return tuple(number for number in found if abs(number) > 1)[:MOST_CONSTANTS]


def constants_of(terms: Iterable[Term]) -> tuple[int, ...]:
    compared: dict[int, None] = {}
    others: dict[int, None] = {}
    _collect(terms, compared, others)
    return tuple(dict.fromkeys([*compared, *others]))[:MOST_CONSTANTS]


def _collect(terms: Iterable[Term], compared: dict[int, None], others: dict[int, None]) -> None:
    for part in T.subterms(*terms):
        if part.op in _SILENT:
            continue
        into = compared if part.sort is T.BOOL else others
        for side in part.args:
            if side.op is T.CONST and side.sort.kind in ("bv", "int"):
                value = int(side.data)
                if side.sort.kind == "bv" and side.width > 1 and value >> (side.width - 1):
                    value -= 1 << side.width
                into[value] = None


class Taste:
    """Which number to choose where several would do. ``cost``: bits that it takes to say one."""

    def __init__(self, constants: Iterable[int]) -> None:
        self._known = {0: 1.0, 1: 1.5, -1: 1.5}
        for number in constants:
            self._known.setdefault(number, 2.0)
        for number in list(self._known):
            for beside in (number - 1, number + 1):
                self._known.setdefault(beside, 2.5)
        self._ordered = sorted(self._known, key=lambda n: (self._known[n], abs(n), n))

    def cost(self, number: int) -> float:
        known = self._known.get(number)
        if known is not None:
            return known
        size = abs(number)
        if size & (size - 1) == 0 or (size + 1) & size == 0:
            return 3.0
        return 3.0 + size.bit_length() / 2

    def choose(self, low: int, high: int) -> int:
        """A number from ``low`` to ``high``: one that is known, else the roundest."""
        if low == high:
            return low
        for number in self._ordered:
            if low <= number <= high:
                return number
        return roundest(low, high)


def roundest(low: int, high: int) -> int:
    """The multiple of the largest power of two, just below one if there is none but that."""
    if low <= 0 <= high:
        return 0
    if high < 0:
        return -roundest(-high, -low)
    step = 1 << max(0, (high - low).bit_length())
    while True:
        number = -(-low // step) * step
        if number <= high:
            return number
        step >>= 1
