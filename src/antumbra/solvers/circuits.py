"""The effort of turning arithmetic into circuits, which a solver does not count among its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.terms import operators as o
from antumbra.terms.term import Term

#: steps for a circuit of one bit, of those whose size is the square of their width
_STEPS: Final = {
    o.BVMUL: 1 / 4,
    **dict.fromkeys((o.BVUDIV, o.BVUREM, o.BVSDIV, o.BVSREM), 1),
}


class Circuits:
    """Knows which terms an instance of a solver has turned into circuits before."""

    def __init__(self) -> None:
        self._seen: set[Term] = set()

    def effort(self, assertions: Sequence[Term]) -> int:
        """Steps for what is new in these assertions."""
        seen = self._seen
        steps = 0.0
        stack = [a for a in assertions if a not in seen]
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            factor = _STEPS.get(term.op)
            if factor is not None:
                steps += factor * term.width * term.width
            stack.extend(term.args)
        return int(steps)
