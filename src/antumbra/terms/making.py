"""The constructor of each operator, by the operator: what rebuilds a term that was taken apart.

The table is filled by :mod:`antumbra.terms.build`, so that simplification may rebuild terms itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from antumbra.terms.term import Op, Term

#: operators whose constructor takes just the arguments
PLAIN: Final[dict[Op, Callable[..., Term]]] = {}
#: operators with data: (data, args) → term
WITH_DATA: Final[dict[Op, Callable[[Any, tuple[Term, ...]], Term]]] = {}


def make(op: Op, args: tuple[Term, ...], data: Any = None) -> Term:
    """The simplified term of an operator, its arguments and its data (not for leaves)."""
    plain = PLAIN.get(op)
    if plain is not None:
        return plain(*args)
    return WITH_DATA[op](data, args)
