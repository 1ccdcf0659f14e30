"""Pairs of inputs next to each other on both sides of a border: one fails, the other does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from antumbra import terms as T
from antumbra.bounds.asking import Asker, holds
from antumbra.bounds.cfc import Parameter
from antumbra.bounds.counting.sampling import Vector, value_in
from antumbra.bounds.counting.values import readable, step
from antumbra.records import dataclass
from antumbra.solvers import SolverError
from antumbra.terms import Term

#: with more parameters than this only all of them together are made readable
_ONE_BY_ONE: Final = 8


@dataclass(frozen=True, slots=True)
class Border:
    """Two inputs that differ by one step in one parameter: the first fails, the second does not."""

    parameter: Parameter
    fails: Vector
    passes: Vector


def neighbours(
    lower: Term,
    safe: Term,
    parameters: Sequence[Parameter],
    *,
    asker: Asker | None = None,
) -> tuple[Border, ...]:
    """For each parameter, in their order, a pair of inputs across the border, if there is one and the solver finds it.

    One is in ``lower``, the other in ``safe``; both conditions speak of parameters only. The second has the next or the
    previous value of the parameter in the order of its type, signed or not, without wrapping around; of a float, the
    next representable number. Values near zero are preferred, first of the parameter itself.
    """
    asked = asker or Asker()
    found: list[Border] = []
    for parameter in parameters:
        border = _Search(lower, safe, parameter, parameters, asked).border()
        if border is not None:
            found.append(border)
    return tuple(found)


class _Search:
    def __init__(
        self, lower: Term, safe: Term, parameter: Parameter, parameters: Sequence[Parameter], asker: Asker
    ) -> None:
        self._lower: Final = lower
        self._safe: Final = safe
        self._parameter: Final = parameter
        self._parameters: Final = parameters
        self._asker: Final = asker

    def border(self) -> Border | None:
        crossings = [self._crossing(possible, after) for possible, after in self._steps()]
        question = T.or_(T.FALSE, *crossings)
        if question is T.FALSE:
            return None
        model = self._asker.model(question)
        if model is None:
            return None
        model = self._readable(question, model)
        return self._pair({p.variable: value_in(model, p.variable) for p in self._parameters})

    def _steps(self) -> Iterator[tuple[Term, Term]]:
        for up in (True, False):
            found = step(self._parameter, up=up)
            if found is not None:
                yield found

    def _crossing(self, possible: Term, after: Term) -> Term:
        return T.and_(possible, self._lower, T.substitute(self._safe, {self._parameter.variable: after}))

    def _readable(self, question: Term, model: Mapping[Term, Any]) -> Mapping[Term, Any]:
        """A model of more conditions, each of which is taken if it can be."""
        said = question
        free = T.free_variables(question)
        others = [p for p in self._parameters if p is not self._parameter and p.variable in free]
        for wishes in self._wishes(others):
            for wish in wishes:
                more = model if T.evaluate(wish, model) else self._asker.model(T.and_(said, wish))
                if more is not None:
                    model, said = more, T.and_(said, wish)
                    break
        return model

    def _wishes(self, others: Sequence[Parameter]) -> Iterator[Iterator[Term]]:
        yield readable(self._parameter)
        if others:
            yield (T.and_(*wishes) for wishes in zip(*(list(readable(p)) for p in others), strict=False))
        if len(others) <= _ONE_BY_ONE:
            for other in others:
                yield readable(other)

    def _pair(self, fails: Vector) -> Border:
        for possible, after in self._steps():
            passes = fails | {self._parameter.variable: T.evaluate(after, fails)}
            sides = (holds(possible, fails), holds(self._lower, fails), holds(self._safe, passes))
            if False not in sides:  # a quantifier leaves it to the solver, whose model this is
                return Border(self._parameter, fails, passes)
        raise SolverError("a model of a border is on no side of it")
