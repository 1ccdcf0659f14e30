"""How many inputs fail, at least and at most, and how likely that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Cfc, Failure, Parameter, Side, union
from antumbra.bounds.counting.distribution import UNIFORM, Distribution
from antumbra.bounds.counting.models import count_models
from antumbra.records import dataclass
from antumbra.solvers.deadline import Deadline
from antumbra.terms import Term

#: combinations of rows of tables that are counted one by one
_CELLS: Final = 1000


@dataclass(frozen=True, slots=True)
class Count:
    """How many inputs fail, at least and at most, of how many; and how likely that is for random inputs.

    A bound is None where it could not be counted within the limits; counts need finite types.
    """

    least: int | None
    most: int | None
    total: int | None
    probability: tuple[Fraction | None, Fraction | None] = (None, None)
    distribution: str = "uniform"

    @property
    def exact(self) -> bool:
        return self.least is not None and self.least == self.most

    @property
    def unknown(self) -> bool:
        """Could nothing be counted?"""
        return self.least is None and self.most is None


def count(
    cfc: Cfc,
    distribution: Distribution = UNIFORM,
    *,
    failure: Failure | None = None,
    deadline: Deadline | None = None,
    memory_mb: float | None = None,
) -> Count:
    """Of the inputs that the characterization and the distribution speak of: ``least`` are in the lower bound, ``most``
    in the upper one. With ``failure``: of that failure alone. Probabilities are those of an input that is drawn as the
    distribution says, given that it is in the characterization's domain."""
    counter = _Counter(cfc.parameters, deadline or Deadline(None), memory_mb)
    domain = T.and_(cfc.domain, distribution.domain)

    def size(pieces: Sequence[Term]) -> Fraction | None:
        return _fraction(counter.count(pieces, domain))

    total = size([T.TRUE])
    least, most = _bounds(cfc, failure, size, total)
    if distribution.uniform:
        likely = _ratio(least, total), _ratio(most, total)
    else:
        weigh = _Weighing(counter, distribution, cfc.domain).weigh
        whole = weigh([T.TRUE])
        lower, upper = _bounds(cfc, failure, weigh, whole)
        likely = _ratio(lower, whole), _ratio(upper, whole)
    return Count(_integer(least), _integer(most), _integer(total), likely, distribution.text(cfc.parameters))


#: how much there is of disjoint pieces; None: not known
_Measure = Callable[[Sequence[Term]], Fraction | None]


def _bounds(
    cfc: Cfc, failure: Failure | None, measure: _Measure, whole: Fraction | None
) -> tuple[Fraction | None, Fraction | None]:
    """The measures of lower and upper bound, as the characterization defines them. Its pieces are disjoint."""
    must, safe = cfc.of(Side.MUST), [piece.condition for piece in cfc.of(Side.SAFE)]
    others = [p for p in must if failure is not None and p.failure is not None and p.failure != failure]
    lower = [p.condition for p in must if failure is None or p.failure == failure]
    possible = [p.condition for p in must if p not in others]
    least = measure(lower)
    most: Fraction | None = None
    if cfc.exact:
        most = least if possible == lower else measure(possible)
    if most is None:
        outside = measure([*safe, *(p.condition for p in others)])
        most = None if whole is None or outside is None else whole - outside
    return (most if cfc.exact and possible == lower else least), most


class _Counter:
    def __init__(self, parameters: Sequence[Parameter], deadline: Deadline, memory_mb: float | None) -> None:
        self.variables: Final = tuple(parameter.variable for parameter in parameters)
        self._deadline: Final = deadline
        self._memory_mb: Final = memory_mb

    def count(self, pieces: Sequence[Term], domain: Term, variables: Sequence[Term] | None = None) -> int | None:
        """Inputs of the domain in pieces that are disjoint; None also where they speak of more than parameters."""
        over = self.variables if variables is None else variables
        hard: list[Term] = []
        found = 0
        for piece in pieces:
            condition = T.and_(domain, piece)
            if not T.free_variables(condition) <= frozenset(self.variables):
                return None
            easy = count_models(condition, over, self._deadline, cheap=True)
            if easy is None:
                hard.append(condition)
            else:
                found += easy
        rest = self._hard(hard, over)
        return None if rest is None else found + rest

    def _hard(self, pieces: Sequence[Term], variables: Sequence[Term]) -> int | None:
        """Together, which is one question and shares work; or, where that takes too long, one by one."""
        seconds, steps = self._deadline.seconds, self._deadline.steps
        if len(pieces) > 1:
            half = Deadline(
                None if seconds is None else seconds / 2, None if steps is None else steps // 2, self._deadline
            )
            together = count_models(union(pieces), variables, half, memory_mb=self._memory_mb)
            if together is not None or (seconds is None and steps is None):
                return together
        found = 0
        for piece in pieces:
            one = count_models(piece, variables, self._deadline, memory_mb=self._memory_mb)
            if one is None:
                return None
            found += one
        return found


class _Weighing:
    """How likely pieces are under a distribution with tables: counted in each of its cells."""

    def __init__(self, counter: _Counter, distribution: Distribution, domain: Term) -> None:
        self._counter: Final = counter
        self._distribution: Final = distribution
        self._domain: Final = domain

    def weigh(self, pieces: Sequence[Term]) -> Fraction | None:
        occurring = T.free_variables(T.and_(self._domain, union(pieces)))
        variables = [v for v in self._counter.variables if v in occurring]
        tabled = {parameter.variable for parameter, _ in self._distribution.tables}
        others = count_models(T.TRUE, [v for v in variables if v not in tabled], cheap=True)
        if others is None:
            return None
        likely = Fraction(0)
        for number, (cell, weight, size) in enumerate(self._distribution.cells(variables)):
            inside = self._counter.count(pieces, T.and_(self._domain, cell), variables)
            if inside is None or number >= _CELLS:
                return None
            likely += weight * Fraction(inside, size * others)
        return likely


def _fraction(number: int | None) -> Fraction | None:
    return None if number is None else Fraction(number)


def _integer(number: Fraction | None) -> int | None:
    return None if number is None else int(number)


def _ratio(part: Fraction | None, whole: Fraction | None) -> Fraction | None:
    return None if part is None or not whole else part / whole
