"""Machine words as whole numbers, and conditions on these as conditions on words again.

Solvers that find invariants of whole numbers find few of words. So a program's conditions are said of numbers, and
what becomes of a sum that is no word is said in one of three ways (``Sums``); what has no simple meaning is unknown.
That is another program, so what holds there is a guess. Said of words, sums are taken in words so wide that nothing is
lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from antumbra import terms as T
from antumbra.terms import Term

#: words wider than this, in what is said of words again, are not worth a question
WIDEST = 160

_SUMS: Mapping[T.Op, Callable[[Term, Term], Term]] = {T.BVADD: T.add, T.BVSUB: T.sub}
_ORDERS: Mapping[T.Op, tuple[Callable[[Term, Term], Term], bool]] = {
    T.BVULT: (T.lt, False),
    T.BVULE: (T.le, False),
    T.BVSLT: (T.lt, True),
    T.BVSLE: (T.le, True),
}
_SAME = (T.NOT, T.AND, T.OR, T.ITE, T.EQ, T.ADD, T.SUB, T.NEG, T.LT, T.LE, T.MOD, T.DIV, T.ABS, T.TO_REAL)


class Sums(Enum):
    """What a sum is that is too large or too small for a word."""

    BOUNDED = "no execution comes to one, and that is to be shown as well"
    UNBOUNDED = "a number as others are"
    WRAPPED = "what words come to"


def number_of(variable: Term) -> Term:
    """The whole number that a word stands for; itself where it is none."""
    return T.var(f"number of {variable.data}", T.INT) if variable.sort.kind == "bv" else variable


class Ideal:
    """Says conditions on words of numbers. ``signed``: what words stand for."""

    def __init__(self, *, signed: bool, sums: Sums) -> None:
        self._signed = signed
        self._sums = sums
        self._done: dict[Term, Term] = {}
        #: words that have to hold a number
        self._held: dict[Term, Term] = {}

    def said(self, term: Term) -> Term:
        """Words are numbers in it. Iterative: terms are deep."""
        done = self._done
        work = [term]
        while work:
            item = work[-1]
            if item in done:
                work.pop()
                continue
            missing = [] if item.op in (T.VAR, T.CONST) else [a for a in item.args if a not in done]
            if missing and all(a.sort.kind in ("bool", "bv", "int", "real") for a in item.args):
                work += missing
                continue
            found = None if missing else self._node(item, [done.get(a, a) for a in item.args])
            done[item] = self._unknown(item) if found is None else found
            work.pop()
        return done[term]

    def range_of(self, variable: Term) -> list[Term]:
        """What every word satisfies, as a number."""
        if variable.sort.kind != "bv":
            return []
        low, high = self._range(variable.width)
        number = number_of(variable)
        return [T.le(T.integer(low), number), T.le(number, T.integer(high))]

    def unknowns(self, terms: Sequence[Term]) -> Iterator[Term]:
        """Ranges of what has no simple meaning in terms that were said."""
        for term in T.subterms(*terms):
            if term.op is not T.VAR and term.sort.kind == "bv" and self._done.get(term) is _name(term):
                low, high = self._range(term.width)
                yield from (T.le(T.integer(low), _name(term)), T.le(_name(term), T.integer(high)))

    def leaving(self, terms: Sequence[Term]) -> list[Term]:
        """Conditions under which some sum in terms that were said is no word, though it has to be."""
        found: list[Term] = []
        for term in T.subterms(*terms):
            number = self._held.get(term)
            if number is not None:
                low, high = self._range(term.width)
                found += [T.lt(number, T.integer(low)), T.lt(T.integer(high), number)]
        return found

    def _range(self, width: int) -> tuple[int, int]:
        return (-(1 << (width - 1)), (1 << (width - 1)) - 1) if self._signed else (0, (1 << width) - 1)

    def _unknown(self, term: Term) -> Term:
        return _name(term)

    def _node(self, term: Term, args: list[Term]) -> Term | None:
        """None if it has no simple meaning."""
        op, words = term.op, any(a.sort.kind == "bv" for a in term.args)
        if op is T.VAR:
            return number_of(term)
        if op is T.CONST:
            return T.integer(self._number(term, signed=self._signed)) if term.sort.kind == "bv" else term
        if op in _ORDERS:
            make, signed = _ORDERS[op]
            return make(*(self._as(a, t.width, signed=signed) for a, t in zip(args, term.args, strict=True)))
        if not words and op is T.MUL and T.CONST in (a.op for a in args):
            return T.mul(*args)
        if op in _SAME:
            return T.make(op, tuple(args), term.data)
        return self._word(term, args) if words else None

    def _word(self, term: Term, args: list[Term]) -> Term | None:
        op, width = term.op, term.args[0].width
        if op in _SUMS:
            a, b = (self._summand(t, a) for t, a in zip(term.args, args, strict=True))
            return self._wrapped(term, _SUMS[op](a, b))
        match op, term.args:
            case T.BVNEG, _:
                return self._wrapped(term, T.neg(args[0]))
            case T.BVMUL, (a, b) if T.CONST in (a.op, b.op):
                one, other = (self._summand(t, x) for t, x in zip((a, b), args, strict=True))
                return None if self._sums is Sums.WRAPPED else self._wrapped(term, T.mul(one, other))
            case T.ZERO_EXTEND, _:
                return self._as(args[0], width, signed=False)
            case T.SIGN_EXTEND, _:
                number = self._as(args[0], width, signed=True)
                return number if self._signed else T.ite(T.lt(number, T.integer(0)), _plus(number, term.width), number)
            case T.EXTRACT, _:
                return self._extracted(term, args[0])
            case ((T.BVSADDO | T.BVSSUBO), _):
                a, b = (self._as(x, width, signed=True) for x in args)
                total = T.add(a, b) if op is T.BVSADDO else T.sub(a, b)
                return T.or_(T.lt(total, T.integer(-(1 << (width - 1)))), T.le(T.integer(1 << (width - 1)), total))
            case _, (_, c) if c.op is T.CONST:
                return self._with_constant(term, args[0], int(c.data))
            case _:
                return None

    def _with_constant(self, term: Term, x: Term, c: int) -> Term | None:
        op, width = term.op, term.args[0].width
        unsigned = self._as(x, width, signed=False)
        match op:
            case T.BVAND if c and not c & (c + 1):
                return T.mod(x, T.integer(c + 1))
            case T.BVSHL if c < width and self._sums is not Sums.WRAPPED:
                return self._wrapped(term, T.mul(x, T.integer(1 << c)))
            case T.CONCAT:
                return T.add(T.mul(x, T.integer(1 << term.args[1].width)), T.integer(c))
            case T.BVLSHR if c < width:
                return T.div(unsigned, T.integer(1 << c))
            case T.BVASHR if c < width:
                return T.div(self._as(x, width, signed=True), T.integer(1 << c))
            case T.BVUDIV if c:
                return T.div(unsigned, T.integer(c))
            case T.BVUREM if c:
                return T.mod(unsigned, T.integer(c))
            case T.BVSDIV | T.BVSREM if self._signed and 0 < c < 1 << (width - 1):
                make = T.div if op is T.BVSDIV else T.mod
                by = T.integer(c)
                return T.ite(T.le(T.integer(0), x), make(x, by), T.neg(make(T.neg(x), by)))
            case _:
                return None

    def _extracted(self, term: Term, x: Term) -> Term | None:
        high, low = term.data
        if low:
            return None
        width = high + 1
        if width > 8 and self._sums is not Sums.WRAPPED:
            return self._wrapped(term, x)
        rest = T.mod(x, T.integer(1 << width))
        half = T.integer(1 << (width - 1))
        return T.ite(T.lt(rest, half), rest, _plus(rest, width, -1)) if self._signed else rest

    def _number(self, constant: Term, *, signed: bool) -> int:
        value, width = int(constant.data), constant.width
        return value - (1 << width) if signed and value >> (width - 1) else value

    def _summand(self, term: Term, number: Term) -> Term:
        """What is added or multiplied with: a constant that takes away is one below zero."""
        return T.integer(self._number(term, signed=True)) if term.op is T.CONST else number

    def _as(self, number: Term, width: int, *, signed: bool) -> Term:
        """The number that the same word stands for, signed or not."""
        if signed is self._signed:
            return number
        if self._signed:
            return T.ite(T.lt(number, T.integer(0)), _plus(number, width), number)
        return T.ite(T.lt(number, T.integer(1 << (width - 1))), number, _plus(number, width, -1))

    def _wrapped(self, term: Term, total: Term) -> Term:
        """A sum of two words, or what else may be no word."""
        if self._sums is Sums.BOUNDED:
            self._held[term] = total
        if self._sums is not Sums.WRAPPED:
            return total
        width = term.width
        low, high = self._range(width)
        less = T.ite(T.lt(T.integer(high), total), _plus(total, width, -1), total)
        return T.ite(T.lt(total, T.integer(low)), _plus(total, width), less)


def _name(term: Term) -> Term:
    """For what has no simple meaning, the same wherever it occurs."""
    return T.var(f"unknown {term.id}", term.sort if term.sort.kind in ("bool", "int", "real") else T.INT)


def _plus(number: Term, width: int, factor: int = 1) -> Term:
    return T.add(number, T.integer(factor * (1 << width)))


# ---------------------------------------------------------------- back


class InWords:
    """Says conditions on numbers of the words that they stand for. ``columns``: number → its word, or itself."""

    def __init__(self, columns: Mapping[Term, Term], *, signed: bool) -> None:
        self._columns = columns
        self._signed = signed

    def candidates(self, condition: Term) -> Iterator[Term]:
        """Each part of a conjunction; equations also as words have them, modulo their range."""
        parts = list(_parts(condition))
        known = set(parts)
        for part in parts:
            if part.op is T.LE and T.le(part.args[1], part.args[0]) in known:
                yield from self._said(T.eq(*part.args))
            yield from self._said(part)

    def _said(self, part: Term) -> Iterator[Term]:
        if part.op is T.EQ and part.args[0].sort is T.INT:
            widths = {self._columns[v].sort for v in T.free_variables(part)}
            sort = next(iter(widths)) if len(widths) == 1 else T.INT
            if sort.kind == "bv":
                equal = self._condition(part, lambda _: sort.width)
                if equal is not None:
                    yield equal
        found = self._condition(part, self._width)
        if found is not None:
            yield found

    def _width(self, atom: Term) -> int:
        """Bits in which nothing of an atom is lost."""
        return 2 + max(self._largest(a).bit_length() for a in atom.args)

    def _largest(self, term: Term) -> int:
        """Magnitudes that parts of a term may have. Terms of invariants are small: this recursion is not deep."""
        match term.op:
            case T.CONST:
                return abs(int(term.data))
            case T.VAR:
                word = self._columns[term]
                return 1 << (word.width if word.sort.kind == "bv" else WIDEST)
            case T.ADD | T.SUB:
                return sum(map(self._largest, term.args))
            case T.MUL:
                a, b = map(self._largest, term.args)
                return a * b
            case _:
                return max(map(self._largest, term.args), default=1)

    def _condition(self, condition: Term, width: Callable[[Term], int]) -> Term | None:
        if all(self._columns[v] is v for v in T.free_variables(condition)):
            return condition
        if condition.op in (T.AND, T.OR, T.NOT) or (condition.op is T.EQ and condition.args[0].sort is T.BOOL):
            parts = [self._condition(a, width) for a in condition.args]
            known = [p for p in parts if p is not None]
            return T.make(condition.op, tuple(known)) if len(known) == len(parts) else None
        if condition.op not in (T.EQ, T.LE, T.LT) or condition.args[0].sort is not T.INT:
            return None
        wide = width(condition)
        if wide > WIDEST:
            return None
        parts = [self._number(a, wide) for a in condition.args]
        if any(p is None for p in parts):
            return None
        a, b = (p for p in parts if p is not None)
        if condition.op is T.EQ:
            return T.eq(a, b)
        return T.bvsle(a, b) if condition.op is T.LE else T.bvslt(a, b)

    def _number(self, term: Term, wide: int) -> Term | None:
        if term.op is T.CONST:
            return T.bv(int(term.data) % (1 << wide), wide)
        if term.op is T.VAR:
            word = self._columns[term]
            if word.sort.kind != "bv":
                return None
            extend = T.sign_extend if self._signed else T.zero_extend
            return extend(wide - word.width, word) if wide > word.width else word
        args = [self._number(a, wide) for a in term.args if a.sort is T.INT]
        known = [a for a in args if a is not None]
        if len(known) < len(term.args):
            return None
        match term.op:
            case T.ADD:
                return T.bvadd(*known)
            case T.SUB:
                return T.bvsub(*known)
            case T.NEG:
                return T.bvneg(*known)
            case T.MUL:
                return T.bvmul(*known)
            case T.MOD if term.args[1].op is T.CONST and int(term.args[1].data) > 0:
                rest = T.bvsrem(*known)
                return T.ite(T.bvslt(rest, T.bv(0, wide)), T.bvadd(rest, known[1]), rest)
            case _:
                return None


def _parts(condition: Term) -> Iterator[Term]:
    work = [condition]
    while work:
        item = work.pop()
        if item.op is T.AND:
            work += reversed(item.args)
        elif item.op is not T.CONST:
            yield item
