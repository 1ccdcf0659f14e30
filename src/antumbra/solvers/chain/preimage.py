"""Which values of one variable make a condition true, as an exact set of intervals.

Works backwards: the set of wanted values of an expression becomes the set of wanted values of its one
argument that contains the variable, until the variable itself is reached. Every other variable has a
fixed value, given by ``others``. An operator without a rule, or a set that falls into too many
intervals, raises :class:`Inexact`; the caller then enumerates or asks a solver.
"""

# ruff: noqa: ARG001 - the rules in a table have one signature

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from antumbra.solvers.chain.domains import Bounds, complement, intersection, mirrored, normal, shifted, union
from antumbra.solvers.chain.ranges import range_of
from antumbra.terms import operators as o
from antumbra.terms.evaluate import evaluate
from antumbra.terms.sorts import BOOL
from antumbra.terms.term import Op, Term
from antumbra.terms.traverse import free_variables

#: a preimage may have at most this many intervals for each period of a modulus, mask or low extract
BLOCK_LIMIT: Final = 64
#: bound on the nodes visited, so also on the depth of the recursion through ite and Boolean structure
NODE_BUDGET: Final = 120


class Inexact(Exception):  # noqa: N818 - control flow inside this package
    """There is no cheap exact set."""


class Preimage:
    """One computation: the variable, the range it is searched in, the values of the others."""

    __slots__ = ("_budget", "_hull", "_known", "_others", "_ranges", "_variable", "used_hull")

    def __init__(
        self,
        variable: Term,
        hull: tuple[int, int],
        others: Mapping[Term, Any],
        known: dict[Term, Any] | None = None,
    ) -> None:
        """``known`` may be shared between computations with the same ``others``, whatever their variable."""
        self._variable: Final = variable
        self._hull: Final = hull
        self._others: Final = others
        #: values of terms in which the variable does not occur
        self._known: Final[dict[Term, Any]] = {} if known is None else known
        self._ranges: dict[Term, Any] = {}
        self._budget = NODE_BUDGET
        #: whether the answer holds only within the hull (else for all values)
        self.used_hull = False

    def truth(self, condition: Term) -> Bounds:
        """The values for which ``condition`` is true (exact within the hull)."""
        self._budget -= 1
        if self._budget < 0:
            raise Inexact
        op = condition.op
        if op in _COMPARISONS:
            return self._comparison(condition, 1 << (self._variable.width or 1))
        args = condition.args
        top = 1 << (self._variable.width or 1)
        if not self._varies(condition):
            return (0, top) if self._value(condition) else ()
        if op is o.VAR:
            return (1, 2)
        if op is o.NOT:
            return complement(self.truth(args[0]), top)
        if op is o.AND:
            both: Bounds = (0, top)
            for arg in args:
                both = intersection(both, self.truth(arg))
            return both
        if op is o.OR:
            either: Bounds = ()
            for arg in args:
                either = union(either, self.truth(arg))
            return either
        if op is o.ITE:
            test = self.truth(args[0])
            then, other = self.truth(args[1]), self.truth(args[2])
            return union(intersection(test, then), intersection(complement(test, top), other))
        raise Inexact

    def _varies(self, term: Term) -> bool:
        return term is self._variable or self._variable in free_variables(term)

    def _value(self, term: Term) -> Any:
        op = term.op
        if op is o.CONST:
            return term.data
        if op is o.VAR and term in self._others:
            return self._others[term]
        return evaluate(term, self._others, known=self._known)

    def _comparison(self, condition: Term, top: int) -> Bounds:
        op = condition.op
        left, right = condition.args
        if left is self._variable and right.op is o.CONST and left.sort.mask:
            return _WANTED[op](right.data, top, True)
        if left.sort is BOOL:
            a, b = self.truth(left), self.truth(right)
            return union(intersection(a, b), intersection(complement(a, top), complement(b, top)))
        if not left.sort.mask:
            raise Inexact
        limit = left.sort.mask + 1
        has_left = self._varies(left)
        has_right = self._varies(right)
        if has_left == has_right:
            if has_left:
                raise Inexact
            return (0, top) if self._value(condition) else ()
        wanted = _WANTED[op](int(self._value(right if has_left else left)), limit, has_left)
        return self.values(left if has_left else right, wanted)

    def values(self, term: Term, wanted: Bounds) -> Bounds:
        """The values of the variable for which ``term`` lies in ``wanted``."""
        while True:
            if not wanted:
                return ()
            self._budget -= 1
            if self._budget < 0:
                raise Inexact
            if term is self._variable:
                return wanted
            op = term.op
            if op is o.ITE:
                return self._ite(term, wanted)
            args = term.args
            if len(args) == 1:
                rule = _UNARY.get(op)
                if rule is None:
                    raise Inexact
                wanted = rule(self, term, wanted)
                term = args[0]
                continue
            rule2 = _BINARY.get(op)
            if rule2 is None:
                raise Inexact
            has_left = self._varies(args[0])
            if has_left and self._varies(args[1]):
                raise Inexact
            constant = int(self._value(args[1] if has_left else args[0]))
            wanted = rule2(self, term, wanted, constant, has_left)
            term = args[0] if has_left else args[1]

    def _ite(self, term: Term, wanted: Bounds) -> Bounds:
        test, then, other = term.args
        top = 1 << (self._variable.width or 1)
        where = self.truth(test) if self._varies(test) else self._fixed(test, top)
        if not where:
            return self._branch(other, wanted, top)
        if where == (0, top):
            return self._branch(then, wanted, top)
        a = intersection(where, self._branch(then, wanted, top))
        return union(a, intersection(complement(where, top), self._branch(other, wanted, top)))

    def _fixed(self, test: Term, top: int) -> Bounds:
        return (0, top) if self._value(test) else ()

    def _branch(self, term: Term, wanted: Bounds, top: int) -> Bounds:
        if self._varies(term):
            return self.values(term, wanted)
        value = int(self._value(term))
        inside = any(wanted[i] <= value < wanted[i + 1] for i in range(0, len(wanted), 2))
        return (0, top) if inside else ()

    def range(self, term: Term) -> tuple[int, int]:
        """Bounds of a sub-expression within the hull."""
        self.used_hull = True
        found = range_of(term, self._bounds_of, self._ranges)
        if found is None:
            raise Inexact
        return found

    def _bounds_of(self, variable: Term) -> tuple[int, int]:
        if variable is self._variable:
            return self._hull
        value = int(self._others[variable]) if variable in self._others else 0
        return (value, value)

    def periodic(self, term: Term, wanted: Bounds, period: int) -> Bounds:
        """Values of ``term`` whose remainder by ``period`` is in ``wanted``."""
        if wanted == (0, period):
            return (0, term.sort.mask + 1)
        low, high = self.range(term)
        first, last = low // period, high // period
        if last - first >= BLOCK_LIMIT:
            raise Inexact
        pieces = [
            (block * period + wanted[i], block * period + wanted[i + 1])
            for block in range(first, last + 1)
            for i in range(0, len(wanted), 2)
        ]
        return intersection(normal(pieces), (0, term.sort.mask + 1))


# ---- comparisons: the wanted values of the side with the variable


def _wanted_eq(c: int, top: int, left: bool) -> Bounds:
    return (c, c + 1)


def _wanted_ult(c: int, top: int, left: bool) -> Bounds:
    if left:
        return (0, c) if c else ()
    return (c + 1, top) if c + 1 < top else ()


def _wanted_ule(c: int, top: int, left: bool) -> Bounds:
    return (0, c + 1) if left else (c, top)


def _wanted_slt(c: int, top: int, left: bool) -> Bounds:
    half = top // 2
    if left:
        if c >= half:
            return (half, c) if c > half else ()
        return (0, c, half, top) if c else (half, top)
    if c < half:
        return (c + 1, half) if c + 1 < half else ()
    return (0, half, c + 1, top) if c + 1 < top else (0, half)


def _wanted_sle(c: int, top: int, left: bool) -> Bounds:
    half = top // 2
    if left:
        if c >= half:
            return (half, c + 1)
        return (0, c + 1, half, top) if c + 1 < half else (0, top)
    if c < half:
        return (c, half)
    return (0, half, c, top) if c > half else (0, top)


_WANTED: Final[dict[Op, Callable[[int, int, bool], Bounds]]] = {
    o.EQ: _wanted_eq,
    o.BVULT: _wanted_ult,
    o.BVULE: _wanted_ule,
    o.BVSLT: _wanted_slt,
    o.BVSLE: _wanted_sle,
}
_COMPARISONS: Final = frozenset(_WANTED)


def direct_truth(condition: Term, variable: Term) -> Bounds | None:
    """The truth set of the commonest conditions, the variable compared with a constant; None for others."""
    rule = _WANTED.get(condition.op)
    if rule is None or not variable.sort.mask:
        return None
    left, right = condition.args
    if left is variable and right.op is o.CONST:
        return rule(right.data, variable.sort.mask + 1, True)
    if right is variable and left.op is o.CONST:
        return rule(left.data, variable.sort.mask + 1, False)
    return None


# ---- operators with one argument


def _neg(s: Preimage, t: Term, wanted: Bounds) -> Bounds:
    top = t.sort.mask + 1
    return shifted(mirrored(wanted, top), 1 % top, top)


def _bvnot(s: Preimage, t: Term, wanted: Bounds) -> Bounds:
    return mirrored(wanted, t.sort.mask + 1)


def _zero_extend(s: Preimage, t: Term, wanted: Bounds) -> Bounds:
    return intersection(wanted, (0, t.args[0].sort.mask + 1))


def _sign_extend(s: Preimage, t: Term, wanted: Bounds) -> Bounds:
    inner = t.args[0].sort.mask + 1
    half = inner // 2
    top = t.sort.mask + 1
    low = intersection(wanted, (0, half)) if half else ()
    high = intersection(wanted, (top - half, top)) if half else ()
    if not half:
        raise Inexact
    return union(low, tuple(bound - top + inner for bound in high))


def _extract(s: Preimage, t: Term, wanted: Bounds) -> Bounds:
    argument = t.args[0]
    high, low = t.data
    scaled = tuple(bound << low for bound in wanted)
    if high == argument.width - 1:
        return scaled
    return s.periodic(argument, scaled, 1 << (high + 1))


_UNARY: Final[dict[Op, Callable[[Preimage, Term, Bounds], Bounds]]] = {
    o.BVNEG: _neg,
    o.BVNOT: _bvnot,
    o.ZERO_EXTEND: _zero_extend,
    o.SIGN_EXTEND: _sign_extend,
    o.EXTRACT: _extract,
}


# ---- operators with two arguments, one of them a number


def _add(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    top = t.sort.mask + 1
    return shifted(wanted, -c % top, top)


def _sub(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    top = t.sort.mask + 1
    if left:
        return shifted(wanted, c, top)
    # c - x is wanted: x = c - w
    return shifted(mirrored(wanted, top), (c + 1) % top, top)


def _xor(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    top = t.sort.mask + 1
    if c == 0:
        return wanted
    if c == top // 2:
        return shifted(wanted, c, top)
    if c == top - 1:
        return mirrored(wanted, top)
    # x ^ c permutes aligned blocks as long as the low bits of c are zero, point by point otherwise
    low = (c & -c).bit_length() - 1
    pieces: list[tuple[int, int]] = []
    for i in range(0, len(wanted), 2):
        start, end = wanted[i], wanted[i + 1]
        if (end >> low) - (start >> low) > BLOCK_LIMIT:
            raise Inexact
        while start < end:
            stop = min(end, ((start >> low) + 1) << low)
            pieces.append((start ^ c, (start ^ c) + stop - start))
            start = stop
    return normal(pieces)


def _and(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    argument = t.args[0] if left else t.args[1]
    if c == 0:
        return (0, t.sort.mask + 1) if wanted[0] == 0 else ()
    low = (c & -c).bit_length() - 1
    width = c.bit_length()
    if c != (1 << width) - (1 << low):
        raise Inexact
    # contiguous ones: multiples of 2^low below 2^width
    unit = 1 << low
    scaled = normal(
        (-(-wanted[i] // unit) * unit, -(-min(wanted[i + 1], 1 << width) // unit) * unit)
        for i in range(0, len(wanted), 2)
    )
    if width == t.width:
        return scaled
    return s.periodic(argument, scaled, 1 << width) if scaled else ()


def _or(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    # x | c = ~(~x & ~c)
    top = t.sort.mask + 1
    mask = top - 1 - c
    width = mask.bit_length()
    low = (mask & -mask).bit_length() - 1
    if mask == 0:
        return (0, top) if wanted[-1] == top else ()
    if mask != (1 << width) - (1 << low) or width != t.width:
        raise Inexact
    return mirrored(_and(s, t, mirrored(wanted, top), mask, left), top)


def _mul(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    argument = t.args[0] if left else t.args[1]
    top = t.sort.mask + 1
    if c == 0:
        return (0, top) if wanted[0] == 0 else ()
    if len(wanted) <= 8 and all(wanted[i + 1] - wanted[i] == 1 for i in range(0, len(wanted), 2)):
        low = (c & -c).bit_length() - 1
        if low <= 4:
            step = top >> low
            inverse = pow(c >> low, -1, step) if step > 1 else 0
            return normal(
                (root + k * step, root + k * step + 1)
                for value in wanted[::2]
                if value % (1 << low) == 0
                for root in ((value >> low) * inverse % step,)
                for k in range(1 << low)
            )
    low_end, high_end = s.range(argument)
    if high_end * c - low_end * c >= BLOCK_LIMIT * top or high_end * c // top - low_end * c // top >= BLOCK_LIMIT:
        raise Inexact
    pieces: list[tuple[int, int]] = []
    for turn in range(low_end * c // top, high_end * c // top + 1):
        base = turn * top
        pieces.extend((-(-(base + wanted[i]) // c), -(-(base + wanted[i + 1]) // c)) for i in range(0, len(wanted), 2))
    return intersection(normal(pieces), (0, top))


def _udiv(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    if not left or c == 0:
        raise Inexact
    return intersection(tuple(bound * c for bound in wanted), (0, t.sort.mask + 1))


def _urem(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    if not left:
        raise Inexact
    if c == 0:
        return wanted
    kept = intersection(wanted, (0, c))
    return s.periodic(t.args[0], kept, c) if kept else ()


def _halves(t: Term, wanted: Bounds) -> tuple[int, int, Bounds, Bounds]:
    """(half, top, wanted values >= 0, negated wanted values <= 0), both as magnitudes below or at half."""
    top = t.sort.mask + 1
    half = top // 2
    negated = shifted(mirrored(wanted, top), 1 % top, top)
    return half, top, intersection(wanted, (0, half)), intersection(negated, (0, half + 1))


def _sdiv(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    half, top, positive, negative = _halves(t, wanted)
    if not left or c == 0 or c >= half:
        raise Inexact
    up = intersection(tuple(bound * c for bound in positive), (0, half))
    magnitudes = intersection(tuple(bound * c for bound in negative), (1, half + 1))
    return union(up, tuple(top + 1 - bound for bound in reversed(magnitudes)))


def _srem(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    half, top, positive, negative = _halves(t, wanted)
    if not left or c == 0 or c >= half:
        raise Inexact
    argument = t.args[0]
    low, high = s.range(argument)
    up: Bounds = ()
    if low < half:
        up = _remainders(intersection(positive, (0, c)), c, low, min(high, half - 1))
        up = intersection(up, (0, half))
    down: Bounds = ()
    if high >= half:
        magnitudes = _remainders(intersection(negative, (0, c)), c, top - high, top - max(low, half))
        magnitudes = intersection(magnitudes, (1, half + 1))
        down = tuple(top + 1 - bound for bound in reversed(magnitudes))
    return union(up, down)


def _remainders(kept: Bounds, c: int, low: int, high: int) -> Bounds:
    if not kept:
        return ()
    if kept == (0, c):
        return (0, high + c)
    if high // c - low // c >= BLOCK_LIMIT:
        raise Inexact
    return normal(
        (block * c + kept[i], block * c + kept[i + 1])
        for block in range(low // c, high // c + 1)
        for i in range(0, len(kept), 2)
    )


def _shl(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    if not left:
        raise Inexact
    return _mul(s, t, wanted, 1 << c, True) if c < t.width else _mul(s, t, wanted, 0, True)


def _lshr(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    if not left:
        raise Inexact
    top = t.sort.mask + 1
    if c >= t.width:
        return (0, top) if wanted[0] == 0 else ()
    return intersection(tuple(bound << c for bound in wanted), (0, top))


def _ashr(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    if not left:
        raise Inexact
    top = t.sort.mask + 1
    half = top // 2
    c = min(c, t.width - 1)
    # flip the sign bit on both sides: then it is a logical shift with an offset
    offset = half - (half >> c)
    moved = intersection(shifted(wanted, half, top), (offset, offset + (top >> c)))
    return shifted(tuple((bound - offset) << c for bound in moved), half, top)


def _concat(s: Preimage, t: Term, wanted: Bounds, c: int, left: bool) -> Bounds:
    shift = t.args[1].width
    if left:
        # concat(x, c): multiples of 2^shift plus c
        unit = 1 << shift
        return normal((-(-(wanted[i] - c) // unit), -(-(wanted[i + 1] - c) // unit)) for i in range(0, len(wanted), 2))
    base = c << shift
    inside = intersection(wanted, (base, base + (1 << shift)))
    return tuple(bound - base for bound in inside)


_BINARY: Final[dict[Op, Callable[[Preimage, Term, Bounds, int, bool], Bounds]]] = {
    o.BVADD: _add,
    o.BVSUB: _sub,
    o.BVXOR: _xor,
    o.BVAND: _and,
    o.BVOR: _or,
    o.BVMUL: _mul,
    o.BVUDIV: _udiv,
    o.BVUREM: _urem,
    o.BVSDIV: _sdiv,
    o.BVSREM: _srem,
    o.BVSHL: _shl,
    o.BVLSHR: _lshr,
    o.BVASHR: _ashr,
    o.CONCAT: _concat,
}
