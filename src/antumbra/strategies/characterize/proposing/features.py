"""Features: the numbers that a condition may speak of, each with the bits that it takes to say.

Sums and differences are in arithmetic wide enough not to wrap around, and in the width of the inputs, where they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from math import log2
from typing import Any, Final

from antumbra import terms as T
from antumbra.strategies.characterize.proposing.space import Axis
from antumbra.terms import Term, floats

#: remainders that are looked at besides those by constants of the program
MODULI: Final = (2, 3, 4, 5, 7, 8, 10, 16)
MOST_FEATURES: Final = 400
#: axes that are put together in twos and in threes
MOST_PAIRED: Final = 8
MOST_IN_THREES: Final = 5
#: distinct subterms of an atom of a path
LARGEST_ATOM: Final = 60
_ORDERS: Final = {T.BVSLT: True, T.BVSLE: True, T.BVULT: False, T.BVULE: False}


class Feature:
    """A number of every point. ``truth``: it is 0 or 1, and a condition itself."""

    __slots__ = ("cost", "equality", "high", "low", "number", "order", "term", "truth")

    def __init__(self, term: Term, cost: float, *, signed: bool = True, equality: bool = False) -> None:
        self.term = term
        self.cost = cost
        self.truth = term.sort is T.BOOL
        #: is only looked at for being equal to something
        self.equality = equality or self.truth
        value = T.compiled(term)
        self.low: int | None = None
        self.high: int | None = None
        self.number: Callable[[Mapping[Term, Any]], int] = value
        self.order: Callable[[Term, Term], Term] = T.le
        if term.sort.kind == "bv":
            half, whole = 1 << (term.width - 1), 1 << term.width
            if signed:
                self.number = lambda values: (value(values) ^ half) - half
            self.order = T.bvsle if signed else T.bvule
            self.low, self.high = (-half, half - 1) if signed else (0, whole - 1)
        elif self.truth:
            self.low, self.high = 0, 1

    def constant(self, number: int) -> Term:
        return T.const(number & self.term.sort.mask if self.term.sort.kind == "bv" else number, self.term.sort)

    def at_most(self, number: int) -> Term:
        return self.order(self.term, self.constant(number))

    def at_least(self, number: int) -> Term:
        return self.order(self.constant(number), self.term)

    def equals(self, number: int) -> Term:
        if self.truth:
            return self.term if number else T.not_(self.term)
        return T.eq(self.term, self.constant(number))


class Difference(Feature):
    """How much larger one of two inputs of a kind is; where that is compared with zero, the two are compared."""

    __slots__ = ("_less", "_sides")

    def __init__(self, one: Axis, other: Axis, cost: float) -> None:
        wide = linear([(1, one), (-1, other)], cost)
        super().__init__(wide.term, cost)
        self._sides = one.variable, other.variable
        self._less: tuple[Callable[[Term, Term], Term], Callable[[Term, Term], Term]] = (T.le, T.lt)
        if one.variable.sort.kind == "bv":
            self._less = (T.bvsle, T.bvslt) if one.signed else (T.bvule, T.bvult)

    def at_most(self, number: int) -> Term:
        return self._less[-number](*self._sides) if number in (0, -1) else super().at_most(number)

    def at_least(self, number: int) -> Term:
        return self._less[number](*reversed(self._sides)) if number in (0, 1) else super().at_least(number)

    def equals(self, number: int) -> Term:
        return super().equals(number) if number else T.eq(*self._sides)


class FloatFeature(Feature):
    """A float, by how many floats are between it and zero. Both zeros are zero; NaN comes after infinity."""

    __slots__ = ("_float", "_infinity")

    def __init__(self, axis: Axis, cost: float) -> None:
        super().__init__(axis.variable, cost)
        sort = axis.float_sort
        if sort is None:
            raise ValueError(f"{axis.variable.data} is no float")
        self._float = T.fp_from_bv(axis.variable, sort)
        infinity = self._infinity = floats.infinity(sort, False)
        variable, sign = axis.variable, 1 << (axis.width - 1)

        def number(values: Mapping[Term, Any]) -> int:
            bits = values.get(variable, 0)
            size = min(bits & (sign - 1), infinity + 1)
            return -size if bits & sign and size <= infinity else size

        self.number = number
        self.low, self.high = -infinity, infinity + 1

    def constant(self, number: int) -> Term:
        bits = number if number >= 0 else 1 << (self.term.width - 1) | -number
        return T.fp_const(bits, self._float.sort)

    def at_most(self, number: int) -> Term:
        return T.fp_le(self._float, self.constant(number))

    def at_least(self, number: int) -> Term:
        if number > self._infinity:
            return T.fp_is_nan(self._float)
        return T.not_(T.fp_lt(self._float, self.constant(number)))

    def equals(self, number: int) -> Term:
        if number > self._infinity:
            return T.fp_is_nan(self._float)
        return T.fp_eq(self._float, self.constant(number))


# ---------------------------------------------------------------- arithmetic


def plain(axis: Axis, cost: float = 0.0) -> Feature:
    """The input itself."""
    if axis.float_sort is not None:
        return FloatFeature(axis, cost)
    return Feature(axis.variable, cost, signed=axis.signed)


def linear(parts: Sequence[tuple[int, Axis]], cost: float) -> Feature:
    """A sum of multiples that does not wrap around."""
    if any(axis.variable.sort.kind != "bv" for _, axis in parts):
        return Feature(reduce(T.add, [_times(T.integer(a), axis.variable, a) for a, axis in parts]), cost)
    ends = [sorted((a * axis.low, a * axis.high)) for a, axis in parts]
    farthest = max(-1 - sum(low for low, _ in ends), sum(high for _, high in ends))
    width = max(farthest.bit_length(), *(axis.width for _, axis in parts)) + 1
    return Feature(_sum([(a, _extended(axis, width)) for a, axis in parts]), cost)


def _times(number: Term, variable: Term, a: int) -> Term:
    return variable if a == 1 else T.mul(number, variable)


def _extended(axis: Axis, width: int) -> Term:
    extend = T.sign_extend if axis.signed else T.zero_extend
    return extend(width - axis.width, axis.variable) if width > axis.width else axis.variable


def _sum(parts: Sequence[tuple[int, Term]]) -> Term:
    """Positive multiples first."""
    result: Term | None = None
    for a, term in sorted(parts, key=lambda part: part[0] < 0):
        part = term if abs(a) == 1 else T.bvmul(T.bv(abs(a), term.width), term)
        if result is None:
            result = part if a > 0 else T.bvneg(part)
        else:
            result = T.bvadd(result, part) if a > 0 else T.bvsub(result, part)
    if result is None:
        raise ValueError("a sum of nothing")
    return result


# ---------------------------------------------------------------- all of them


def features(axes: Sequence[Axis], atoms: Iterable[Term], constants: Sequence[int]) -> list[Feature]:
    """Features over these axes, the cheapest first, each once. Only the first few axes are put together with others:
    those that matter most should come first."""
    found: dict[tuple[Term, bool], Feature] = {}
    numbers = [axis for axis in axes if axis.variable.sort.kind in ("bv", "int") and axis.float_sort is None]
    candidates = [plain(axis) for axis in axes]
    candidates += [feature for axis in numbers for feature in _single(axis, constants)]
    candidates += [
        feature for one, other in combinations(numbers[:MOST_PAIRED], 2) for feature in _pair(one, other, constants)
    ]
    candidates += [feature for some in combinations(numbers[:MOST_IN_THREES], 3) for feature in _triple(some)]
    variables = {axis.variable for axis in axes}
    candidates += [feature for atom in atoms for feature in _atom(atom) if T.free_variables(feature.term) <= variables]
    for feature in candidates:
        if feature.term.op is not T.CONST:
            found.setdefault((feature.term, feature.order is T.bvule), feature)
    return sorted(found.values(), key=lambda feature: feature.cost)[:MOST_FEATURES]


def _single(axis: Axis, constants: Sequence[int]) -> Iterator[Feature]:
    x = axis.variable
    moduli = dict.fromkeys([*MODULI, *(c for c in constants if 1 < c <= 1000)])
    if x.sort.kind == "int":
        for m in moduli:
            yield Feature(T.mod(x, T.integer(m)), 4 if m in MODULI else 5)
        yield Feature(T.mul(x, x), 5)
        return
    if axis.width < 2:
        return
    yield Feature(x, 4, signed=not axis.signed)
    remainder = T.bvsrem if axis.signed else T.bvurem
    for m in moduli:
        if m <= axis.high:
            yield Feature(remainder(x, T.bv(m, axis.width)), 4 if m in MODULI else 5, signed=axis.signed)
    for bit in range(min(axis.width, 8)):
        if bit:
            yield Feature(T.bvand(x, T.bv(1 << bit, axis.width)), 6, signed=False, equality=True)
    for mask in constants:
        if 0 < mask <= x.sort.mask and mask & (mask + 1):
            yield Feature(T.bvand(x, T.bv(mask, axis.width)), 6, signed=False)
        if 2 < mask <= 1000:
            yield Feature(T.bvmul(T.bv(mask, axis.width), x), 7, signed=axis.signed)
    yield from _product(axis, axis, 5)


def _pair(one: Axis, other: Axis, constants: Sequence[int]) -> Iterator[Feature]:
    if one.variable.sort.kind != other.variable.sort.kind:
        return
    x, y = one.variable, other.variable
    if x.sort is y.sort and one.signed is other.signed:
        yield Difference(one, other, 2)
    for a, b, cost in ((1, -1, 2), (1, 1, 2.5), (2, -1, 5), (1, -2, 5), (2, 1, 5), (1, 2, 5), (3, -1, 7), (1, -3, 7)):
        yield linear([(a, one), (b, other)], cost)
        if cost == 5 and x.sort.kind == "bv" and x.sort is y.sort:
            yield Feature(_sum([(a, x), (b, y)]), cost + 1, signed=one.signed and other.signed)
    if x.sort.kind == "bv" and x.sort is y.sort:
        natural = one.signed and other.signed
        for view in (natural, not natural):
            more = 0 if view is natural else 1.5
            yield Feature(T.bvadd(x, y), 3 + more, signed=view)
            yield Feature(T.bvsub(x, y), 3.5 + more, signed=view)
        yield Feature(T.bvxor(x, y), 7, signed=False)
        yield Feature(T.bvand(x, y), 7, signed=False)
        for m in (2, 3, 4, 8, 10):
            if m < one.high:
                yield Feature(T.bvurem(T.bvadd(x, y), T.bv(m, x.width)), 8, signed=False)
    yield from _product(one, other, 5)
    yield from _quotient(one, other, 8)
    yield from _quotient(other, one, 8)
    for c in dict.fromkeys(near for constant in constants for near in (constant, constant + 1)):
        if 3 < c <= 100:
            yield linear([(1, one), (-c, other)], 8)
            yield linear([(c, one), (-1, other)], 8)


def _quotient(one: Axis, other: Axis, cost: float) -> Iterator[Feature]:
    """As C has it, but that of nothing is nothing where the divisor is zero."""
    if one.variable.sort.kind != "bv" or one.signed is not other.signed:
        return
    width = max(one.width, other.width) + one.signed
    x, y = _extended(one, width), _extended(other, width)
    zero = T.bv(0, width)
    quotient, remainder = (T.bvsdiv, T.bvsrem) if one.signed else (T.bvudiv, T.bvurem)
    yield Feature(T.ite(T.eq(y, zero), zero, quotient(x, y)), cost, signed=one.signed)
    yield Feature(T.ite(T.eq(y, zero), zero, remainder(x, y)), cost, signed=one.signed)


def _product(one: Axis, other: Axis, cost: float) -> Iterator[Feature]:
    x, y = one.variable, other.variable
    if x.sort.kind == "int":
        yield Feature(T.mul(x, y), cost)
        return
    if x.sort is y.sort and x.width >= 8:
        natural = one.signed and other.signed
        yield Feature(T.bvmul(x, y), cost, signed=natural)
        yield Feature(T.bvmul(x, y), cost + 1.5, signed=not natural)
    width = one.width + other.width + 1
    wide = T.bvmul(_extended(one, width), _extended(other, width))
    yield Feature(wide, cost + (0.5 if x.width >= 32 else -0.5))


def _triple(axes: Sequence[Axis]) -> Iterator[Feature]:
    if len({axis.variable.sort.kind for axis in axes}) > 1:
        return
    a, b, c = axes
    for signs in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
        yield linear(list(zip(signs, (a, b, c), strict=True)), 6 if signs == (1, 1, 1) else 7)


def _atom(atom: Term) -> Iterator[Feature]:
    """An atom of a path's condition, and what it compares."""
    while atom.op is T.NOT:
        atom = atom.args[0]
    size = sum(1 for _ in T.subterms(atom))
    if size > LARGEST_ATOM or atom.op in (T.AND, T.OR):
        return
    cost = 2 + log2(size)
    yield Feature(atom, cost)
    if atom.op in _ORDERS or (atom.op is T.EQ and atom.args[0].sort.kind == "bv"):
        left, right = atom.args
        signed = _ORDERS.get(atom.op, True)
        for side in (left, right):
            if side.op not in (T.CONST, T.VAR):
                yield Feature(side, cost, signed=signed)
        if T.CONST not in (left.op, right.op):
            extend = T.sign_extend if signed else T.zero_extend
            yield Feature(T.bvsub(extend(1, left), extend(1, right)), cost + 1)
    elif atom.op in (T.LT, T.LE) or (atom.op is T.EQ and atom.args[0].sort is T.INT):
        left, right = atom.args
        if left.sort is T.INT:
            for side in (left, right):
                if side.op not in (T.CONST, T.VAR):
                    yield Feature(side, cost)
