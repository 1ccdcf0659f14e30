"""Values after k rounds, in the basis of binomial coefficients: Σ a_d·C(k, d), with the a_d over values at the start.

In this basis everything has whole coefficients: a product of binomials is a sum of binomials, and the sum over the
rounds before k of C(j, d) is C(k, d+1). A division by d! is left only where the value is written as a term: with D at
least the degree and D! = 2^e·m, m odd, it is D!·value that is a polynomial in k, in e bits more, and the value is that
without its low e bits, times the inverse of m.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import factorial
from typing import Final

from antumbra import terms as T
from antumbra.engines.invariants.closed_forms.rounds import NoClosedForm, Round
from antumbra.records import dataclass
from antumbra.terms import Term
from antumbra.terms.ring import ONE, Polynomial, Ring, constant, plus, times, total
from antumbra.terms.substitution import replace_parts

#: the highest power of k
HIGHEST: Final = 4

#: d → a_d
Series = Mapping[int, Polynomial]


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """A variable after k rounds. Terms are over the values of variables when the loop is entered.

    ``top``: the highest degree in the loop. All of its forms are written with top! as a factor, so that they fit
    together. ``wide``: the same coefficients in the bits that this needs. top!/d! · a_d · k·(k−1)⋯ is top! · a_d ·
    C(k, d): what a_d is beyond the variable's own bits does not matter.
    """

    variable: Term
    coefficients: tuple[Term, ...]
    wide: tuple[Term, ...]
    top: int

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1

    @property
    def extra(self) -> int:
        """Bits that are needed beyond the variable's own."""
        return _twos(self.top)

    @property
    def width(self) -> int:
        return self.variable.width + self.extra

    def holds(self, value: Term, rounds: Term) -> Term:
        """Is this the value after so many rounds (a bit-vector; as many as its bits say, without a sign)?"""
        return T.eq(self._times_all(value), self._sum(rounds))

    def value(self, rounds: Term) -> Term:
        """The value after so many rounds."""
        if self.degree <= 1:
            plain = self.variable.width
            grown = T.bvmul(self.coefficients[-1], resized(rounds, plain)) if self.degree else T.bv(0, plain)
            return T.bvadd(self.coefficients[0], grown)
        width, extra = self.width, self.extra
        odd = factorial(self.top) >> extra
        shifted = T.extract(width - 1, extra, self._sum(rounds))
        return T.bvmul(shifted, T.bv(pow(odd, -1, 1 << self.variable.width), self.variable.width))

    def _times_all(self, term: Term) -> Term:
        """top! times a term."""
        odd = T.bv(factorial(self.top) >> self.extra, self.width)
        return T.bvmul(odd, T.concat(term, T.bv(0, self.extra)) if self.extra else term)

    def _sum(self, rounds: Term) -> Term:
        width = self.width
        k = resized(rounds, width)
        result = self._times_all(self.coefficients[0])
        falling = T.bv(1, width)
        for d, coefficient in enumerate(self.wide[1:], 1):
            falling = T.bvmul(falling, T.bvsub(k, T.bv(d - 1, width)))
            share = T.bv(factorial(self.top) // factorial(d), width)
            result = T.bvadd(result, T.bvmul(T.bvmul(share, coefficient), falling))
        return result


def resized(term: Term, width: int) -> Term:
    """The number modulo 2^width."""
    if term.width < width:
        return T.zero_extend(width - term.width, term)
    return T.extract(width - 1, 0, term) if term.width > width else term


def closed_forms(one: Round, wanted: Iterable[Term]) -> dict[Term, ClosedForm]:
    """Of these variables and all that they need; those that can be solved, in the order in which that is possible.

    Raises NoClosedForm for one that cannot.
    """
    solver = _Solver(one)
    pending = dict.fromkeys(v for v in wanted if one.changing(v))
    work = list(pending)
    while work:
        variable = work.pop()
        if variable.sort.kind != "bv":
            raise NoClosedForm(f"{variable.data} is no bit-vector")
        for used in solver.reads(variable):
            if used not in pending:
                pending[used] = None
                work.append(used)
    while pending:
        solved = [v for v in pending if solver.solve(v)]
        if not solved:
            raise NoClosedForm(f"{next(iter(pending)).data} does not grow by a polynomial")
        for variable in solved:
            del pending[variable]
    found = {v: series for v, series in solver.known.items() if v not in solver.extended}
    top = max((max(series) for series in found.values()), default=0)
    return {v: _written(v, series, top) for v, series in found.items()}


def _written(variable: Term, series: Series, top: int) -> ClosedForm:
    coefficients = tuple(total(series.get(d, {}), variable.width) for d in range(max(series) + 1))
    ring = Ring()
    wide = tuple(ring.lifted(c, variable.width + _twos(top)) for c in coefficients)
    return ClosedForm(variable, coefficients, wide, top)


def _twos(top: int) -> int:
    """How often two divides top!."""
    whole = factorial(top)
    return (whole & -whole).bit_length() - 1


class _Solver:
    def __init__(self, one: Round) -> None:
        self._round = one
        self._ring = Ring()
        self.known: dict[Term, Series] = {}
        #: variables that stand for extensions of counters, which are guessed not to wrap
        self.extended: dict[Term, Term] = {}
        self._extensions: dict[Term, Term] = {}

    def reads(self, variable: Term) -> list[Term]:
        """Variables that change and that a round reads to change this one."""
        free = T.free_variables(self._round.after[variable])
        return sorted((v for v in free if v is not variable and self._round.changing(v)), key=lambda v: v.id)

    def solve(self, variable: Term) -> bool:
        """Is it known now? Not yet, if it reads others that are not; never, if it does not grow by a polynomial."""
        if any(v not in self.known for v in self.reads(variable)):
            return False
        width = variable.width
        after = replace_parts(self._round.after[variable], self._extensions)
        own = ((variable,), ())
        grows = dict(self._ring.polynomial(after))
        if grows.pop(own, 0) != 1 or any(variable in T.free_variables(t) for a, c in grows for t in (*a, *c)):
            raise NoClosedForm(f"{variable.data} does not grow by something")
        series: dict[int, Polynomial] = {0: {own: 1}}
        for d, coefficient in self._series(grows, width).items():
            series[d + 1] = coefficient
        self.known[variable] = series
        self._extend(variable, series)
        return True

    def _extend(self, variable: Term, series: Series) -> None:
        """Of a counter with a constant step: its extensions in this loop count in the same way, it is guessed."""
        step = series.get(1, {})
        if max(series) > 1 or set(step) != {ONE}:
            return
        for term in dict.fromkeys(p for after in self._round.after.values() for p in T.subterms(after)):
            if term.op not in (T.ZERO_EXTEND, T.SIGN_EXTEND) or term.args[0] is not variable:
                continue
            name = T.var(f"extended {term.id}", term.sort)
            number = step[ONE] - ((step[ONE] >> (variable.width - 1)) << variable.width)
            self._extensions[term] = name
            self.extended[name] = term
            self.known[name] = {0: {((term,), ()): 1}, 1: constant(number, term.width)}

    def _series(self, parts: Polynomial, width: int) -> Series:
        """What a polynomial in the variables at the head is after k rounds."""
        found: dict[int, Polynomial] = {}
        for (atoms, conditions), factor in parts.items():
            if any(self._changes(c) for c in conditions):
                raise NoClosedForm("a variable grows under a condition that changes")
            item: Series = {0: {((), conditions): factor}}
            for atom in atoms:
                item = _times(item, self._atom(atom), width)
            for d, coefficient in item.items():
                found[d] = plus(found.get(d, {}), coefficient, 1, width)
        found = {d: coefficient for d, coefficient in found.items() if coefficient}
        if found and max(found) + 1 > HIGHEST:
            raise NoClosedForm("a polynomial of too high a degree")
        return found

    def _changes(self, term: Term) -> bool:
        return any(v in self.known or self._round.changing(v) for v in T.free_variables(term))

    def _atom(self, atom: Term) -> Series:
        if atom in self.known:
            return self.known[atom]
        if self._changes(atom):
            raise NoClosedForm("a variable grows by something that is no polynomial")
        return {0: {((atom,), ()): 1}}


def _times(one: Series, other: Series, width: int) -> Series:
    """C(k, a)·C(k, b) is the sum over m of m! / ((m−a)!·(m−b)!·(a+b−m)!) · C(k, m)."""
    found: dict[int, Polynomial] = {}
    for a, left in one.items():
        for b, right in other.items():
            both = times(left, right, width)
            for m in range(max(a, b), a + b + 1):
                share = factorial(m) // (factorial(m - a) * factorial(m - b) * factorial(a + b - m))
                found[m] = plus(found.get(m, {}), both, share, width)
    return {d: coefficient for d, coefficient in found.items() if coefficient}
