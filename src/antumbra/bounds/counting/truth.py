"""The values of one variable for which a condition holds, as an exact set of intervals.

Values have a position: of bit-vectors and Booleans their bits as an unsigned number, of mathematical integers how far
they are above :data:`LEAST`. A set of integers that reaches an end of the positions is infinite.

Bit-vectors: what the solver chain knows of preimages. Integers, and floats by their bits: the condition changes its
truth at few places only, which are found first; between two of them one value speaks for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Final

from antumbra import terms as T
from antumbra.solvers.chain.domains import Bounds, normal, of_values
from antumbra.solvers.chain.preimage import Inexact, Preimage
from antumbra.terms import Sort, Term
from antumbra.terms import floats as f

#: integers have positions from here on; no set of ours has a border as far away
LEAST: Final = -(1 << 255)
_TOP: Final = 1 << 256
#: variables of so many bits are tried value by value, where nothing better is known
_NARROW: Final = 16
_CONNECTIVES: Final = (T.AND, T.OR, T.NOT, T.ITE, T.EQ)
_LINEAR: Final = (T.ADD, T.SUB, T.NEG, T.MUL, T.VAR, T.CONST)
_CLASSES: Final = (
    T.FP_IS_NAN,
    T.FP_IS_INFINITE,
    T.FP_IS_ZERO,
    T.FP_IS_NORMAL,
    T.FP_IS_SUBNORMAL,
    T.FP_IS_NEGATIVE,
    T.FP_IS_POSITIVE,
)


def top_of(sort: Sort) -> int | None:
    """How many positions there are; None: the sort has none."""
    match sort.kind:
        case "bv":
            return sort.mask + 1
        case "bool":
            return 2
        case "int":
            return _TOP
        case _:
            return None


def size_of(values: Bounds, sort: Sort) -> int | None:
    """How many values; None: infinitely many."""
    if sort is T.INT and values and (values[0] == 0 or values[-1] == _TOP):
        return None
    return sum(values[1::2]) - sum(values[::2])


def value_at(position: int, sort: Sort) -> int | bool:
    """The value at a position."""
    if sort is T.INT:
        return position + LEAST
    return bool(position) if sort is T.BOOL else position


def is_connective(condition: Term) -> bool:
    """Whether its truth is that of its parts."""
    return condition.op in _CONNECTIVES and all(arg.sort is T.BOOL for arg in condition.args)


def is_open(condition: Term) -> bool:
    """Whether it has parts whose meaning values of variables do not fix: functions, quantifiers."""
    return any(part.op is T.APPLY or part.op in T.BINDERS for part in T.subterms(condition))


def truth_of(condition: Term, variable: Term) -> Bounds | None:
    """Where the condition holds, which speaks of no other variable; None: not known cheaply."""
    if is_open(condition):
        return None
    if variable.sort.kind in ("bv", "bool"):
        try:
            return _checked(Preimage(variable, (0, (1 << (variable.width or 1)) - 1), {}).truth(condition), variable)
        except Inexact:
            pass
    elif variable.sort is not T.INT:
        return None
    found = _between_breaks(condition, variable)
    return _value_by_value(condition, variable) if found is None else found


def _checked(values: Bounds, variable: Term) -> Bounds:
    top = 1 << (variable.width or 1)
    if values and not 0 <= values[0] < values[-1] <= top:
        raise Inexact
    return values


def _value_by_value(condition: Term, variable: Term) -> Bounds | None:
    if not 0 < variable.width <= _NARROW:
        return None
    holds = T.compiled(condition)
    return of_values(value for value in range(1 << variable.width) if holds({variable: value}))


def _between_breaks(condition: Term, variable: Term) -> Bounds | None:
    top = top_of(variable.sort)
    breaks = _breaks(condition, variable)
    if top is None or breaks is None:
        return None
    borders = sorted({0, top, *(b for b in breaks if 0 < b < top)})
    holds = T.compiled(condition)
    found: list[tuple[int, int]] = []
    for low, end in pairwise(borders):
        truths = {bool(holds({variable: value_at(p, variable.sort)})) for p in (low, (low + end) // 2, end - 1)}
        if len(truths) > 1:
            return None
        if truths == {True}:
            found.append((low, end))
    return normal(found)


def _breaks(condition: Term, variable: Term) -> list[int] | None:
    """Positions at which the truth may change; None: they are not known."""
    found: list[int] = []
    work = [condition]
    seen: set[Term] = set()
    while work:
        part = work.pop()
        if part in seen or variable not in T.free_variables(part):
            continue
        seen.add(part)
        if is_connective(part):
            work += part.args
            continue
        more = _breaks_of_atom(part, variable)
        if more is None:
            return None
        found += more
    return found


def _breaks_of_atom(atom: Term, variable: Term) -> list[int] | None:
    if variable.sort is T.INT:
        return _roots(atom, variable)
    if atom.args and any(arg.sort.kind == "fp" for arg in atom.args):
        return _float_breaks(atom, variable)
    try:
        return list(_checked(Preimage(variable, (0, (1 << (variable.width or 1)) - 1), {}).truth(atom), variable))
    except Inexact:
        return None


def _roots(atom: Term, variable: Term) -> list[int] | None:
    """Of a linear comparison: next to where both sides are equal."""
    if atom.op not in (T.LE, T.LT, T.EQ) or atom.args[0].sort is not T.INT:
        return None
    left, right = atom.args
    for part in T.subterms(left, right):
        if part.op not in _LINEAR or part.sort is not T.INT:
            return None
        if part.op is T.MUL and sum(variable in T.free_variables(a) for a in part.args) > 1:
            return None
    at_zero, at_one = (T.evaluate(left, {variable: value}) - T.evaluate(right, {variable: value}) for value in (0, 1))
    if at_zero == at_one:
        return []
    root = Fraction(at_zero, at_zero - at_one)
    if abs(root) >= -LEAST - 2:
        return None
    return [place + step - LEAST for place in (floor(root), ceil(root)) for step in (0, 1)]


def _float_breaks(atom: Term, variable: Term) -> list[int] | None:
    if atom.op in _CLASSES and atom.args[0].op is T.FP_FROM_BV and atom.args[0].args[0] is variable:
        return list(_class_borders(atom.args[0].sort))
    if atom.op not in (T.FP_LT, T.FP_LE, T.FP_EQ, T.EQ):
        return None
    left, right = atom.args
    if variable not in T.free_variables(left):
        left, right = right, left
    if variable in T.free_variables(right):
        return None
    order = _order(left, variable)
    if order is None:
        return None
    length, position = order
    found = [] if left.sort.kind != "fp" else list(_class_borders(_innermost(left).sort))
    # along the order of numbers each of these is first true, then false
    for below in (T.make(T.FP_LT, (left, right)), T.make(T.FP_LE, (left, right))):
        holds = T.compiled(below)
        change = _first_change(length, lambda place, holds=holds: bool(holds({variable: position(place)})))
        found += [position(place) + step for place in change for step in (0, 1)]
    return found


def _class_borders(sort: Sort) -> Iterator[int]:
    """Zero, subnormal, normal, infinite, NaN; the same for negative numbers."""
    sign = 1 << (sort.width - 1)
    normal_from, infinity = 1 << (sort.significand - 1), f.infinity(sort, False)
    for start in (0, sign):
        yield from (start + border for border in (0, 1, normal_from, infinity, infinity + 1))


def _innermost(number: Term) -> Term:
    while number.op in (T.FP_TO_FP, T.FP_NEG):
        number = number.args[-1]
    return number


def _order(number: Term, variable: Term) -> tuple[int, Callable[[int], int]] | None:
    """How many values of the variable are a number, and the position of each in their order, if ``number`` never falls
    or never rises along it: conversions round, and rounding keeps the order."""
    part = number
    while part.op in (T.FP_TO_FP, T.FP_NEG):
        if part.op is T.FP_TO_FP and part.args[0].op is not T.CONST:
            return None
        part = part.args[-1]
    if not part.args or part.args[-1] is not variable:
        return None
    if part.op is T.FP_FROM_BV:
        infinity, sign = f.infinity(part.sort, False), 1 << (part.sort.width - 1)
        return 2 * infinity + 2, lambda n: sign + infinity - n if n <= infinity else n - infinity - 1
    if part.op in (T.FP_FROM_SBV, T.FP_FROM_UBV) and part.args[0].op is T.CONST:
        flip = 1 << (variable.width - 1) if part.op is T.FP_FROM_SBV else 0
        return 1 << variable.width, lambda n: n ^ flip
    return None


def _first_change(length: int, holds: Callable[[int], bool]) -> tuple[int, ...]:
    """The last place before and the first after the truth changes, which it does at most once."""
    first = holds(0)
    if holds(length - 1) is first:
        return ()
    low, high = 0, length - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) is first else (low, middle)
    return (low, high)
