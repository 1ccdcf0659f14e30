"""Labelled points: each point is run once, and what was run is remembered."""

from __future__ import annotations

from collections.abc import Iterable

from antumbra.bounds.cfc import Side
from antumbra.records import dataclass
from antumbra.strategies.characterize.proposing.space import Point, Space
from antumbra.strategies.characterize.running.labels import Labelled
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.terms import Term


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A point, its values as terms have them, and what the run did."""

    number: int
    point: Point
    values: dict[Term, int]
    labelled: Labelled

    @property
    def side(self) -> Side | None:
        return self.labelled.side


class Points:
    """``samples``: all that were run, in order. A point outside of the domain is none. ``steps``: what runs and those
    who ``work`` with the points took so far, in the units of engines.effort."""

    def __init__(self, space: Space, runner: Runner, most_steps: float) -> None:
        self.space = space
        self.runner = runner
        self.most_steps = most_steps
        self.work = 0.0
        self._before = runner.effort
        self.samples: list[Sample] = []
        self._known: dict[Point, Sample | None] = {}

    @property
    def steps(self) -> float:
        return self.runner.effort - self._before + self.work

    @property
    def exhausted(self) -> bool:
        """Are all steps taken?"""
        return self.steps >= self.most_steps

    def known(self, point: Point) -> Sample | None:
        return self._known.get(point)

    def run(self, point: Point) -> Sample | None:
        """The sample of a point; None outside of the domain, and where no steps are left."""
        if point in self._known:
            return self._known[point]
        if self.exhausted:
            return None
        return self.add(point)

    def add(self, point: Point) -> Sample | None:
        """The sample of a point, whatever steps are left: someone asks for this one."""
        if point in self._known:
            return self._known[point]
        values = self.space.values(point)
        sample = None
        if self.space.inside(values):
            sample = Sample(len(self.samples), point, values, self.runner.run(values))
            self.samples.append(sample)
        self._known[point] = sample
        return sample

    def run_all(self, points: Iterable[Point]) -> None:
        for point in points:
            self.run(point)

    def of(self, side: Side) -> list[Sample]:
        return [sample for sample in self.samples if sample.side is side]
