"""Ranges of an input that a term does not tell apart.

A term *follows* the input if it grows by one whenever the input does, as long as it does not wrap: the input itself,
sums of it and what does not depend on it, wider numbers. A comparison of such a term with one that does not depend on
the input is the same in a whole range of inputs. Any other use of the input tells all values apart. A variable that
follows the input does not wrap as a signed number: where it is assigned the range is made so small.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from antumbra import terms as T
from antumbra.records import dataclass
from antumbra.terms import Term

COMPARISONS = frozenset({T.EQ, T.BVULT, T.BVULE, T.BVSLT, T.BVSLE})
_UNSIGNED = frozenset({T.BVULT, T.BVULE})
#: bits of what follows an input
WIDEST = 64


class Dependence(Enum):
    """Of a value on the input under way, once its range was made as narrow as said."""

    NONE = "the same in the whole range"
    FOLLOWS = "grows with the input"
    ANY = "some function of the input"


@dataclass(frozen=True, slots=True)
class Whole:
    """The range ends where ``term``, which follows the input, would wrap, as a signed number or as an unsigned one."""

    term: Term
    signed: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """The range ends where the comparison would change. ``left``: what follows the input is on the left."""

    comparison: Term
    left: bool

    @property
    def signed(self) -> bool:
        return self.comparison.op not in _UNSIGNED

    @property
    def follows(self) -> Term:
        return self.comparison.args[0 if self.left else 1]

    @property
    def other(self) -> Term:
        return self.comparison.args[1 if self.left else 0]


Narrowing = Whole | Compared

#: of a variable
Depends = Callable[[Term], Dependence]


@dataclass(frozen=True, slots=True)
class Use:
    dependence: Dependence
    narrowings: tuple[Narrowing, ...] = ()


_SAME = Use(Dependence.NONE)
_ANY = Use(Dependence.ANY)


def use_of(term: Term, depends: Depends) -> Use:
    """What becomes of the input's range where a term is computed."""
    if not _dependent(term, depends):
        return _SAME
    wholes = _follows(term, depends)
    if wholes is not None:
        return Use(Dependence.FOLLOWS, tuple(wholes if term.op is T.VAR else [*wholes, Whole(term, True)]))
    narrowings: list[Narrowing] = []
    dependence = Dependence.NONE
    stack, seen = [term], {term}
    while stack:
        part = stack.pop()
        if not _dependent(part, depends):
            continue
        if part.op in COMPARISONS and (found := _compared(part, depends)) is not None:
            narrowings += found
        elif part.op is T.VAR:
            dependence = Dependence.ANY
        else:
            new = [a for a in part.args if a not in seen]
            seen.update(new)
            stack += new
    return Use(dependence, tuple(narrowings))


def _dependent(term: Term, depends: Depends) -> bool:
    return any(depends(v) is not Dependence.NONE for v in T.free_variables(term))


def _compared(term: Term, depends: Depends) -> list[Narrowing] | None:
    first, second = term.args
    if first.sort.kind != "bv":
        return None
    for left, (one, other) in ((True, (first, second)), (False, (second, first))):
        if _dependent(other, depends):
            continue
        wholes = _follows(one, depends)
        if wholes is not None:
            if one.op is not T.VAR or term.op in _UNSIGNED:
                wholes.append(Whole(one, term.op not in _UNSIGNED))
            return [*wholes, Compared(term, left)]
    return None


def _follows(term: Term, depends: Depends) -> list[Narrowing] | None:
    """What has to be for a term to follow the input; None if it does not."""
    found: list[Narrowing] = []
    while term.sort.kind == "bv" and term.sort.width <= WIDEST:
        if term.op is T.VAR:
            return found if depends(term) is Dependence.FOLLOWS else None
        if term.op in (T.ZERO_EXTEND, T.SIGN_EXTEND):
            extended = term.op is T.SIGN_EXTEND
            term = term.args[0]
            found.append(Whole(term, extended))
        elif term.op is T.BVADD and len(term.args) == 2 and not _dependent(term.args[1], depends):
            term = term.args[0]
        elif term.op is T.BVADD and len(term.args) == 2 and not _dependent(term.args[0], depends):
            term = term.args[1]
        elif term.op is T.BVSUB and not _dependent(term.args[1], depends):
            term = term.args[0]
        else:
            return None
    return None
