"""Guesses for loops that look for a zero: indices and pointers come no further than to one that is known.

Its place is a term over inputs: known from the array that an object's content is, if it was written, or from the path,
if it was found before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from antumbra import terms as T
from antumbra.terms import Term

#: zeros that are looked at, of one object: those written last
MOST_ZEROS: Final = 4
#: locations that are looked at
MOST_LOCATIONS: Final = 24


def up_to_a_zero(
    locations: Iterable[Term], arrays: Iterable[tuple[int, int, Term]], conditions: Iterable[Term]
) -> Iterator[Term]:
    """``arrays``: base of an object, bytes of an element, its content (from offsets in bytes to elements).
    ``conditions``: of the path."""
    numbers = [location for location in locations if location.sort.kind == "bv"][:MOST_LOCATIONS]
    found = list(_found(conditions))
    for base, width, array in arrays:
        known = (index for where, index in found if where is array)
        for zero in islice((*_zeros(array), *known), MOST_ZEROS):
            for x in numbers:
                place = _resized(zero, x.width)
                yield T.bvule(T.bvsub(x, T.const(base % (1 << x.width), x.sort)), place)  # a pointer
                yield T.bvule(T.bvmul(x, T.const(width, x.sort)) if width > 1 else x, place)  # an index


def _zeros(array: Term) -> Iterator[Term]:
    while array.op is T.STORE:
        array, index, value = array.args
        if value.op is T.CONST and value.data == 0:
            yield index


def _found(conditions: Iterable[Term]) -> Iterator[tuple[Term, Term]]:
    """Arrays and indices at which the path has met a zero."""
    for condition in conditions:
        if condition.op is not T.EQ:
            continue
        for element, value in (condition.args, reversed(condition.args)):
            while element.op in (T.SIGN_EXTEND, T.ZERO_EXTEND):
                element = element.args[0]
            if element.op is T.SELECT and value.op is T.CONST and value.data == 0:
                yield element.args[0], element.args[1]


def _resized(index: Term, width: int) -> Term:
    if index.width < width:
        return T.zero_extend(width - index.width, index)
    return T.extract(width - 1, 0, index) if index.width > width else index
