"""SLICE by proof: failing paths without the branches that do not matter for their failure.

Runs suggest which conjuncts of a path's condition matter (``proposing.dropping``); that every input which meets those
fails is then proved. One such region takes the place of all failing paths in it, which may be as many as there are ways
through branches that do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from antumbra import terms as T
from antumbra.bounds.cfc import Evidence, Parameter, Piece, Side
from antumbra.engines.outcome import PathEnd
from antumbra.program import model as P
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import dataclass
from antumbra.strategies.characterize.definite import failure_of
from antumbra.strategies.characterize.known import Known
from antumbra.strategies.characterize.possible import Attempt, Open, Proved, Violated
from antumbra.strategies.characterize.proposing import Dropping, is_number
from antumbra.strategies.characterize.proposing.points import Points
from antumbra.strategies.characterize.proposing.space import Space
from antumbra.strategies.characterize.reading import vector
from antumbra.strategies.characterize.running.runner import Runner
from antumbra.terms import Term

#: paths that are looked at in one turn, and counterexamples that one of them may meet
MOST_PATHS: Final = 4
MOST_REFUTED: Final = 6
#: steps of runs in one turn
MOST_STEPS: Final = 1_000_000
PHASE: Final = "SLICE"


@dataclass(frozen=True, slots=True)
class Runs:
    """What is run, and with which inputs. ``constants``: numbers of the program."""

    program: P.Program
    checks: frozenset[str]
    domain: Term
    constants: tuple[int, ...]

    def points(self, parameters: Sequence[Parameter]) -> Points:
        runner = Runner(self.program, self.checks, [parameter.variable for parameter in parameters])
        return Points(Space(parameters, self.domain), runner, MOST_STEPS)


class ProvedSlices:
    """``ask``: does everything in a region fail, within so many steps? ``one_failure``: whatever fails, fails alike."""

    def __init__(
        self, known: Known, ask: Callable[[Term, int], Attempt], runs: Runs, *, one_failure: bool = False
    ) -> None:
        self._known = known
        self._ask = ask
        self._runs = runs
        self._one_failure = one_failure
        #: conditions of paths and regions, and the steps that were spent on them
        self._tried: dict[Term, int] = {}
        #: conjuncts of what is proved
        self._proved: list[frozenset[Term]] = []

    def run(
        self, failing: Sequence[PathEnd], parameters: Sequence[Parameter], steps: int, over: Callable[[], bool]
    ) -> list[Term]:
        """The regions that were proved to fail."""
        if not failing or not all(is_number(parameter) for parameter in parameters):
            return []
        points = self._runs.points(parameters)
        dropping = Dropping(points, self._runs.constants)
        found: list[Term] = []
        for end, condition in self._seeds(failing, points, steps):
            if over():
                break
            self._tried[condition] = steps
            proved = self._slice(end, condition, points, dropping, steps)
            if proved is not None:
                region, engine = proved
                claim = "everything fails that takes those branches of a failing path which matter"
                failure = failure_of(end) if self._one_failure else None
                self._proved.append(frozenset(conjuncts(region)))
                self._known.merge_slice(Piece(region, Side.MUST, Evidence(PHASE, engine, claim), failure))
                found.append(region)
        return found

    def _seeds(self, failing: Sequence[PathEnd], points: Points, steps: int) -> Iterator[tuple[PathEnd, Term]]:
        """Paths with few branches first; without those that are in what is proved, or were tried."""
        variables = {axis.variable for axis in points.space.axes}
        found: list[tuple[int, int, PathEnd, Term, frozenset[Term]]] = []
        for number, end in enumerate(failing):
            condition = end.input_condition
            tried = condition is None or self._tried.get(condition, 0) >= steps
            if condition is not None and not tried and T.free_variables(condition) <= variables:
                parts = frozenset(conjuncts(condition))
                found.append((len(parts), number, end, condition, parts))
        told = 0
        for _, _, end, condition, parts in sorted(found, key=lambda one: one[:2]):
            if told < MOST_PATHS and not any(proved <= parts for proved in self._proved):
                told += 1
                yield end, condition

    def _slice(
        self, end: PathEnd, condition: Term, points: Points, dropping: Dropping, steps: int
    ) -> tuple[Term, str] | None:
        """A region around the path in which everything fails, and who proved that."""
        whole = sum(1 for _ in conjuncts(condition))
        for _ in range(MOST_REFUTED):
            match dropping.essential(condition, vector(end)):
                case (Side.MUST, kept) if len(kept) < whole:
                    region = T.and_(T.TRUE, *kept)
                case _:
                    return None
            if self._tried.get(region, 0) >= steps:
                return None
            self._tried[region] = steps
            match self._ask(region, steps):
                case Proved(engine):
                    return region, engine
                case Violated(other):
                    sample = points.add(points.space.point(vector(other)))
                    if sample is None or sample.side is Side.MUST:
                        return None  # the run does not show why
                case Open():
                    return None
        return None
