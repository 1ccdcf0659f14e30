"""Terms over bit-vectors, Booleans and comparisons of floats as decision diagrams, bit by bit.

Sums and comparisons have small diagrams when bits of the same place stand together; products do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from antumbra import terms as T
from antumbra.solvers.answers import UnsupportedTerm
from antumbra.solvers.counting.diagrams import FALSE, TRUE, Diagrams
from antumbra.terms import Sort, Term

#: diagrams of bits, the least significant first; of a Boolean one
Word = list[int]


def levels_of(counted: Sequence[Term], hidden: Sequence[Term]) -> dict[Term, list[int]]:
    """A level for each bit, the least significant first: those of variables that count before all others, and among
    them the most significant bits first."""
    levels: dict[Term, list[int]] = {v: [0] * (v.width or 1) for v in (*counted, *hidden)}
    number = 0
    for variables in (counted, hidden):
        for place in range(max((v.width or 1 for v in variables), default=0) - 1, -1, -1):
            for variable in variables:
                if place < len(levels[variable]):
                    levels[variable][place] = number
                    number += 1
    return levels


def diagram_of(condition: Term, levels: Mapping[Term, Sequence[int]], diagrams: Diagrams) -> int:
    """Raises UnsupportedTerm, and TooLarge."""
    circuit = _Circuit(diagrams)
    words: dict[Term, Word] = {v: [diagrams.bit(level) for level in places] for v, places in levels.items()}
    for part in T.subterms(condition):
        if part not in words:
            words[part] = circuit.word(part, [words[a] for a in part.args])
    return words[condition][0]


class _Circuit:
    def __init__(self, diagrams: Diagrams) -> None:
        self._d: Final = diagrams
        d = diagrams
        self._unary: Final[dict[T.Op, Callable[[Word], Word]]] = {
            T.NOT: self._inverted,
            T.BVNOT: self._inverted,
            T.BVNEG: self._neg,
        }
        #: operators with more arguments take them two by two
        self._binary: Final[dict[T.Op, Callable[[Word, Word], Word]]] = {
            T.AND: lambda a, b: self._each(d.and_, a, b),
            T.OR: lambda a, b: self._each(d.or_, a, b),
            T.BVAND: lambda a, b: self._each(d.and_, a, b),
            T.BVOR: lambda a, b: self._each(d.or_, a, b),
            T.BVXOR: lambda a, b: self._each(d.xor, a, b),
            T.BVADD: self._add,
            T.BVSUB: self._sub,
            T.BVMUL: self._mul,
            T.BVUDIV: lambda a, b: self._divided(a, b)[0],
            T.BVUREM: lambda a, b: self._divided(a, b)[1],
            T.BVSDIV: self._sdiv,
            T.BVSREM: self._srem,
            T.BVSHL: lambda a, b: self._shifted(a[::-1], b, FALSE)[::-1],
            T.BVLSHR: lambda a, b: self._shifted(a, b, FALSE),
            T.BVASHR: lambda a, b: self._shifted(a, b, a[-1]),
            T.BVULT: lambda a, b: [self._less(a, b, FALSE)],
            T.BVULE: lambda a, b: [self._less(a, b, TRUE)],
            T.BVSLT: lambda a, b: [self._signed_less(a, b, FALSE)],
            T.BVSLE: lambda a, b: [self._signed_less(a, b, TRUE)],
            T.BVSADDO: lambda a, b: [self._two_signs(self._add(_extended(a), _extended(b)))],
            T.BVSSUBO: lambda a, b: [self._two_signs(self._sub(_extended(a), _extended(b)))],
            T.BVUMULO: self._umulo,
            T.BVSMULO: self._smulo,
            T.CONCAT: lambda a, b: b + a,
        }

    def word(self, term: Term, args: list[Word]) -> Word:
        op, sort = term.op, term.sort
        if op is T.CONST and (sort.kind in ("bv", "fp") or sort is T.BOOL):
            return _word(int(term.data), sort.width or 1)
        if op is T.EXTRACT:
            high, low = term.data
            return args[0][low : high + 1]
        if op is T.ZERO_EXTEND:
            return args[0] + [FALSE] * term.data
        if op is T.SIGN_EXTEND:
            return args[0] + [args[0][-1]] * term.data
        if op is T.FP_FROM_BV:
            return args[0]
        inner = term.args[0].sort if term.args else sort
        if op is T.EQ and inner.kind in ("bv", "bool"):
            return [self._equal(args[0], args[1])]
        if op is T.DISTINCT and inner.kind in ("bv", "bool"):
            pairs = [(a, b) for n, a in enumerate(args) for b in args[:n]]
            return [reduce(self._d.and_, (self._d.not_(self._equal(a, b)) for a, b in pairs))]
        if inner.kind == "fp":
            return [self._float(term, inner, args)]
        if op is T.ITE:
            return self._ite(args[0][0], args[1], args[2])
        if op in self._unary:
            return self._unary[op](args[0])
        if op not in self._binary:
            raise UnsupportedTerm(f"{op.name} has no diagram")
        return reduce(self._binary[op], args)

    # ---- bit by bit

    def _inverted(self, a: Word) -> Word:
        return [self._d.not_(bit) for bit in a]

    def _each(self, operation: Callable[[int, int], int], a: Word, b: Word) -> Word:
        return [operation(x, y) for x, y in zip(a, b, strict=True)]

    def _ite(self, test: int, then: Word, other: Word) -> Word:
        return [self._d.ite(test, x, y) for x, y in zip(then, other, strict=True)]

    def _equal(self, a: Word, b: Word) -> int:
        same = TRUE
        for x, y in zip(a, b, strict=True):
            same = self._d.and_(same, self._d.not_(self._d.xor(x, y)))
        return same

    def _all(self, bits: Word) -> int:
        return reduce(self._d.and_, bits, TRUE)

    def _any(self, bits: Word) -> int:
        return reduce(self._d.or_, bits, FALSE)

    # ---- comparisons

    def _less(self, a: Word, b: Word, equal: int) -> int:
        """``equal``: what it is where both are the same."""
        less, d = equal, self._d
        for x, y in zip(a, b, strict=True):
            less = d.ite(x, d.and_(y, less), d.or_(y, less))
        return less

    def _signed_less(self, a: Word, b: Word, equal: int) -> int:
        return self._less([*a[:-1], b[-1]], [*b[:-1], a[-1]], equal)

    # ---- arithmetic

    def _sum(self, a: Word, b: Word, carry: int) -> Word:
        d = self._d
        result: Word = []
        for x, y in zip(a, b, strict=True):
            result.append(d.xor(d.xor(x, y), carry))
            carry = d.ite(x, d.or_(y, carry), d.and_(y, carry))
        return result

    def _add(self, a: Word, b: Word) -> Word:
        return self._sum(a, b, FALSE)

    def _sub(self, a: Word, b: Word) -> Word:
        return self._sum(a, self._inverted(b), TRUE)

    def _neg(self, a: Word) -> Word:
        return self._sub([FALSE] * len(a), a)

    def _mul(self, a: Word, b: Word) -> Word:
        if all(bit in (FALSE, TRUE) for bit in a):
            a, b = b, a
        result = [FALSE] * len(a)
        for place, bit in enumerate(b):
            if bit != FALSE:
                row = [FALSE] * place + [self._d.and_(bit, x) for x in a[: len(a) - place]]
                result = self._add(result, row)
        return result

    def _divided(self, a: Word, b: Word) -> tuple[Word, Word]:
        """Quotient and remainder; by zero all ones and the dividend, as it comes out of subtracting nothing."""
        width = len(a)
        rest, wide = [FALSE] * (width + 1), [*b, FALSE]
        quotient = [FALSE] * width
        for place in range(width - 1, -1, -1):
            rest = [a[place], *rest[:-1]]
            fits = self._d.not_(self._less(rest, wide, FALSE))
            quotient[place] = fits
            rest = self._ite(fits, self._sub(rest, wide), rest)
        return quotient, rest[:width]

    def _absolute(self, a: Word) -> Word:
        return self._ite(a[-1], self._neg(a), a)

    def _sdiv(self, a: Word, b: Word) -> Word:
        quotient, _ = self._divided(self._absolute(a), self._absolute(b))
        return self._ite(self._d.xor(a[-1], b[-1]), self._neg(quotient), quotient)

    def _srem(self, a: Word, b: Word) -> Word:
        divisor = _number(b)
        if divisor is not None and 0 < divisor < 1 << (len(b) - 1):
            return self._srem_by(a, b, divisor)
        _, rest = self._divided(self._absolute(a), self._absolute(b))
        return self._ite(a[-1], self._neg(rest), rest)

    def _srem_by(self, a: Word, b: Word, divisor: int) -> Word:
        """Without the absolute value, whose bits depend on all below them: diagrams of remainders are small only when
        bits come from the top. If ``a`` is negative, -a is 2^width less its bits."""
        width = len(a)
        _, rest = self._divided(a, b)
        shift = _word((1 << width) % divisor, width)
        mirrored = self._sub(shift, rest)
        mirrored = self._ite(self._less(rest, shift, TRUE), mirrored, self._add(mirrored, b))
        return self._ite(a[-1], self._neg(mirrored), rest)

    def _shifted(self, a: Word, by: Word, fill: int) -> Word:
        """Towards the front."""
        for place, bit in enumerate(by):
            far = min(1 << place, len(a)) if place < len(a) else len(a)
            a = self._ite(bit, a[far:] + [fill] * far, a)
        return a

    def _two_signs(self, a: Word) -> int:
        """Of a result that has one bit more than fits: whether it needs that bit."""
        return self._d.xor(a[-1], a[-2])

    def _umulo(self, a: Word, b: Word) -> Word:
        width = len(a)
        return [self._any(self._mul(a + [FALSE] * width, b + [FALSE] * width)[width:])]

    def _smulo(self, a: Word, b: Word) -> Word:
        width = len(a)
        wide = self._mul(a + [a[-1]] * width, b + [b[-1]] * width)
        return [self._any([self._d.xor(bit, wide[width - 1]) for bit in wide[width:]])]

    # ---- floats, which are their bits; any NaN stands for all

    def _float(self, term: Term, sort: Sort, args: list[Word]) -> int:
        d, op = self._d, term.op
        first = args[0]
        exponent = first[sort.significand - 1 : -1]
        fraction = first[: sort.significand - 1]
        special, nothing = self._all(exponent), d.not_(self._any(exponent))
        nan = d.and_(special, self._any(fraction))
        if op is T.FP_IS_NAN:
            return nan
        if op is T.FP_IS_INFINITE:
            return d.and_(special, d.not_(self._any(fraction)))
        if op is T.FP_IS_ZERO:
            return d.and_(nothing, d.not_(self._any(fraction)))
        if op is T.FP_IS_SUBNORMAL:
            return d.and_(nothing, self._any(fraction))
        if op is T.FP_IS_NORMAL:
            return d.not_(d.or_(special, nothing))
        if op is T.FP_IS_NEGATIVE:
            return d.and_(d.not_(nan), first[-1])
        if op is T.FP_IS_POSITIVE:
            return d.not_(d.or_(nan, first[-1]))
        if op not in (T.EQ, T.FP_EQ, T.FP_LT, T.FP_LE) or len(args) != 2:
            raise UnsupportedTerm(f"{op.name} has no diagram")
        return self._float_comparison(op, sort, first, args[1])

    def _float_comparison(self, op: T.Op, sort: Sort, a: Word, b: Word) -> int:
        d = self._d
        nans = [d.and_(self._all(w[sort.significand - 1 : -1]), self._any(w[: sort.significand - 1])) for w in (a, b)]
        if op is T.EQ:
            return d.or_(d.and_(*nans), d.and_(d.not_(d.or_(*nans)), self._equal(a, b)))
        zeros = d.and_(*(d.not_(self._any(w[:-1])) for w in (a, b)))
        same = d.or_(zeros, self._equal(a, b))
        below = self._less(a[:-1], b[:-1], FALSE)
        above = self._less(b[:-1], a[:-1], FALSE)
        less = d.ite(a[-1], d.ite(b[-1], above, TRUE), d.and_(d.not_(b[-1]), below))
        less = d.and_(less, d.not_(zeros))
        truth = {T.FP_EQ: same, T.FP_LT: less, T.FP_LE: d.or_(same, less)}[op]
        return d.and_(truth, d.not_(d.or_(*nans)))


def _word(number: int, width: int) -> Word:
    return [TRUE if number >> n & 1 else FALSE for n in range(width)]


def _number(a: Word) -> int | None:
    """The number that a word of constants is."""
    return None if any(bit > TRUE for bit in a) else sum(bit << n for n, bit in enumerate(a))


def _extended(a: Word) -> Word:
    return [*a, a[-1]]
