"""The input space, or a section of it, and what is known of its points and boxes.

A box is called MUST, SAFE, MAY or OUTSIDE only if all of it is: its samples agree, and interval arithmetic or a solver
says that no point differs. Inputs that are neither an axis nor fixed are open: then a box is of a kind only if it is
whatever their values are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any, Final, TypeVar

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import Cfc
from antumbra.report.bounds.picture.parts.axis import Axis, Number, Span
from antumbra.report.bounds.picture.parts.intervals import Bounds, Numbers
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.solvers.chain.ranges import Range
from antumbra.terms import Term

Point = tuple[Number, ...]
Box = tuple[Span, ...]
_Answer = TypeVar("_Answer")

#: parts of conditions that interval arithmetic looks at for one space, in all of its boxes
EFFORT: Final = 1_000_000
#: and those of its points, for each of these
_LOOKS: Final = 5


#: a solver that shows nothing so often in a row is not asked again
_MOST_IDLE: Final = 60


class Space:
    """``axes`` span it; ``fixed`` has values of other inputs."""

    def __init__(
        self,
        cfc: Cfc,
        axes: Sequence[Axis],
        fixed: Mapping[Term, Any],
        asker: Asker,
        steps: int,
        effort: int = EFFORT,
    ) -> None:
        """``steps``: what the solver may do of those that ``asker`` has left. ``effort``: parts of conditions that
        interval arithmetic looks at."""
        self.axes: Final = tuple(axes)
        self.fixed: Final = dict(fixed)
        known = {variable: T.const(value, variable.sort) for variable, value in fixed.items()}
        self.must: Final = T.substitute(cfc.lower, known)
        domain = T.substitute(cfc.domain, known)
        safe = T.not_(self.must) if cfc.exact else T.substitute(cfc.safe, known)
        self.claims: Final = {
            Kind.OUTSIDE: T.not_(domain),
            Kind.MUST: T.and_(domain, self.must),
            Kind.SAFE: T.and_(domain, safe),
            Kind.MAY: T.and_(domain, T.not_(self.must), T.not_(safe)),
        }
        self._evaluators: Final = [(kind, T.compiled(claim)) for kind, claim in self.claims.items()]
        self._bounds: Final = Bounds(*self.claims.values())
        self._effort = effort
        self._looks = _LOOKS * effort
        self._asker: Final = asker
        self._steps = steps
        #: questions in a row that showed nothing
        self._idle = 0
        self._known: dict[Box, Kind] = {}
        variables = {axis.variable for axis in axes}
        claims = list(self.claims.values())
        self.open: Final = any(not T.free_variables(c) <= variables for c in claims) or any(
            part.op is T.APPLY or part.op in T.BINDERS for part in T.subterms(*claims)
        )

    @property
    def weary(self) -> bool:
        """Nothing more can be found out of boxes."""
        return self._effort <= 0

    def at(self, point: Point) -> Kind:
        """Of one point. Where the space is open it is a guess, good for nothing but to look for borders."""
        self._looks -= self._bounds.size
        if self._looks <= 0:
            return Kind.MIXED
        env = {axis.variable: axis.value(position) for axis, position in zip(self.axes, point, strict=True)}
        try:
            return next((kind for kind, holds in self._evaluators if holds(env)), Kind.MIXED)
        except T.EvaluationError:
            return Kind.MIXED

    def whole(self, box: Box) -> Kind:
        """What all of a box is."""
        known = self._known.get(box)
        if known is None:
            known = self._known[box] = self._whole(box)
        return known

    def _whole(self, box: Box) -> Kind:
        if not self.open and all(span.single for span in box):
            return self.at(tuple(span.low for span in box if span.low is not None))
        if self._effort <= 0:
            return Kind.MIXED
        if self.open:
            return next((kind for kind in self.claims if self._shown(kind, box)), Kind.MIXED)
        kinds = {self.at(point) for point in samples(self.axes, box)}
        if len(kinds) != 1:
            return Kind.MIXED
        kind = kinds.pop()
        return kind if kind is not Kind.MIXED and self._shown(kind, box) else Kind.MIXED

    def other(self, kind: Kind, box: Box) -> Point | None:
        """A point of a box that is not of a kind, if a solver finds one soon."""
        model = self._asked(self._asker.model, T.and_(*self._within(box), T.not_(self.claims[kind])))
        if model is None:
            return None
        values = [model.get(axis.variable, T.default_value(axis.variable.sort)) for axis in self.axes]
        return tuple(axis.position(value) for axis, value in zip(self.axes, values, strict=True))

    def _shown(self, kind: Kind, box: Box) -> bool:
        return self._by_intervals(kind, box) or self._by_solver(kind, box)

    def _by_intervals(self, kind: Kind, box: Box) -> bool:
        self._effort -= self._bounds.size
        bits: dict[Term, Range] = {}
        numbers: dict[Term, Numbers] = {}
        for axis, span in zip(self.axes, box, strict=True):
            found = axis.bits(span)
            if found is None:
                low, high = span.low, span.high
                numbers[axis.variable] = (-inf if low is None else low, inf if high is None else high)
            else:
                bits[axis.variable] = found
        return self._bounds.of(bits, numbers)[self.claims[kind]] == (1, 1)

    def _by_solver(self, kind: Kind, box: Box) -> bool:
        if self._idle >= _MOST_IDLE:
            return False
        shown = bool(self._asked(self._asker.impossible, T.and_(*self._within(box), T.not_(self.claims[kind]))))
        self._idle = 0 if shown else self._idle + 1
        return shown

    def _asked(self, question: Callable[[Term], _Answer], condition: Term) -> _Answer | None:
        """None where no steps are left."""
        if self._steps <= 0:
            return None
        before = self._asker.left
        answer = question(condition)
        self._steps -= before - self._asker.left
        return answer

    def _within(self, box: Box) -> Iterator[Term]:
        for axis, span in zip(self.axes, box, strict=True):
            yield from axis.within(span)


def samples(axes: Sequence[Axis], box: Box) -> Iterator[Point]:
    """Corners and the middle of a box; where it has no end, points far out."""
    ends = [_ends(axis, span) for axis, span in zip(axes, box, strict=True)]
    yield from product(*(dict.fromkeys(pair) for pair in ends))
    yield tuple(middle(axis, low, high) for axis, (low, high) in zip(axes, ends, strict=True))


def middle(axis: Axis, low: Number, high: Number) -> Number:
    return Fraction(low + high) / 2 if axis.dense else (low + high) // 2


#: how far out a sample of a side without an end is
_FAR: Final = 1_000_003


def _ends(axis: Axis, span: Span) -> tuple[Number, Number]:
    low, high = span.low, span.high
    if low is None:
        low = (0 if high is None else high) - _FAR
    if high is None:
        high = low + _FAR
    if axis.dense and low != high:
        inset = Fraction(high - low) / 1024
        low, high = low + inset * span.above_low, high - inset * span.below_high
    return low, high
