"""A translation on some values, against our own evaluation of the term."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from antumbra import terms as T
from antumbra.solvers.answers import SolverError
from antumbra.terms import Term

#: how many assignments of values are tried
_TRIED: Final = 24


def compare(condition: Term, variables: Sequence[Term], says: Callable[[Mapping[Term, int]], bool | None]) -> None:
    """Raises SolverError where the translation ``says`` something else. ``variables``: all that the condition has."""
    random = Random(0)  # noqa: S311 - nothing secret
    value = T.compiled(condition)
    for number in range(_TRIED):
        # few bits or many: small values, large ones, and anything
        values = {v: random.getrandbits(v.width or 1) >> random.randrange(v.width or 1) for v in variables}
        if number % 3 == 0:
            values = {v: bits ^ ((1 << (v.width or 1)) - 1) for v, bits in values.items()}
        env = {v: bool(bits) if v.sort is T.BOOL else bits for v, bits in values.items()}
        if says(values) is not bool(value(env)):
            raise SolverError("a translation does not say what the condition says")
