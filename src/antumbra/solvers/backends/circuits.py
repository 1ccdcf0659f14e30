"""The effort of turning arithmetic into circuits, which a solver does not count among its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from antumbra.records import dataclass
from antumbra.terms import operators as o
from antumbra.terms.term import Term

#: steps for a circuit of one bit, of those whose size is the square of their width
_STEPS: Final = {
    o.BVMUL: 1 / 4,
    **dict.fromkeys((o.BVUDIV, o.BVUREM, o.BVSDIV, o.BVSREM), 1),
}


@dataclass(frozen=True, slots=True)
class New:
    """Terms that an instance has no circuits for yet."""

    terms: frozenset[Term] | set[Term]
    steps: int  #: for arithmetic whose circuits are large
    bits: int  #: of all results together


class Circuits:
    """Knows which terms an instance of a solver has turned into circuits before."""

    def __init__(self) -> None:
        self._seen: set[Term] = set()

    def new(self, assertions: Sequence[Term]) -> New:
        """What these assertions add."""
        seen = self._seen
        stack = [a for a in assertions if a not in seen]
        if not stack:
            return _NOTHING
        terms: set[Term] = set()
        steps = 0.0
        bits = 0
        while stack:
            term = stack.pop()
            if term in terms or term in seen:
                continue
            terms.add(term)
            bits += term.width or 1
            factor = _STEPS.get(term.op)
            if factor is not None:
                steps += factor * term.width * term.width
            stack.extend(term.args)
        return New(terms, int(steps), bits)

    def add(self, terms: Iterable[Term]) -> None:
        """The instance has circuits for these from now on."""
        self._seen.update(terms)


_NOTHING: Final = New(frozenset(), 0, 0)
