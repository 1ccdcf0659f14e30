"""The bounds explained: as people read them, with tests, neighbours at the border, counts and a comparison.

Each part uses what is there; what a limit ends is missing, never wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from antumbra import terms as T
from antumbra.bounds.against import Comparison, against
from antumbra.bounds.cfc import Cfc, Failure, Side
from antumbra.bounds.counting import Count, Distribution, count, neighbours
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import PathEnd
from antumbra.frontends.loaded import Loaded
from antumbra.program.text.readable import condition_text
from antumbra.records import dataclass, replace
from antumbra.report.bounds.clauses import readable_bounds
from antumbra.report.bounds.json_reading import read_bounds_file
from antumbra.report.characterization import Clause, Neighbours, shown
from antumbra.report.result import Finding
from antumbra.session.characterizing.replaying import Replays
from antumbra.session.characterizing.timing import Timing
from antumbra.session.characterizing.witnesses import Witnesses
from antumbra.session.parts import Folder
from antumbra.strategies.characterize.definite import failure_of
from antumbra.terms import Term

#: steps of counting, at most; a million are about a second
COUNT_STEPS = 10_000_000
#: known failing executions that are looked through for one in a region
MOST_KNOWN = 200
#: pieces that are told as they are; of the others it is told where they are
MOST_CLAUSES = 50
ELSEWHERE = "a piece that is not shown (see bounds.json)"


@dataclass(slots=True)
class Explained:
    """What helps to understand the bounds; more of it the more time there is."""

    clauses: tuple[Clause, ...] = ()
    irrelevant: tuple[str, ...] = ()
    neighbours: tuple[Neighbours, ...] = ()
    count: Count | None = None
    comparison: Comparison | None = None


class Executions:
    """Inputs of one program executed and replayed, and their tests written where there is a folder for them."""

    def __init__(
        self,
        loaded: Loaded,
        exploration: Callable[[], ExploreOptions],
        failing: Sequence[PathEnd],
        replays: Replays,
        timing: Timing,
        folder: Folder | None,
    ) -> None:
        self._loaded = loaded
        self._exploration = exploration
        self._failing = failing
        self._replays = replays
        self._timing = timing
        self._folder = folder
        self._written = 0

    def with_test(self, clause: Clause, domain: Term) -> Clause:
        """The clause with an input in it that fails, run again; what does not fail then is told, not hidden."""
        if clause.side is not Side.MUST or self._timing.late():
            return clause
        known = [end for end in self._failing if clause.failure in (None, failure_of(end))]
        end = self._witnesses().in_region(T.and_(domain, clause.condition), known[:MOST_KNOWN])
        if end is None:
            return clause
        finding = self._replays.replay(end)
        if self._folder is not None and finding.replayed and self._loaded.language.tests:
            self._written += 1
            finding = replace(finding, test=str(self._folder.write_test(end, self._written)))
        return replace(clause, finding=finding)

    def neighbours(self, cfc: Cfc) -> Iterator[Neighbours]:
        """Pairs at the border, as executions confirm them."""
        safe = T.not_(cfc.upper)
        if self._timing.late() or cfc.lower is T.FALSE or safe is T.FALSE:
            return
        witnesses = self._witnesses()
        inside, outside = T.and_(cfc.domain, cfc.lower), T.and_(cfc.domain, safe)
        for pair in neighbours(inside, outside, cfc.parameters, asker=self._timing.asker()):
            end = witnesses.failing(pair.fails)
            if end is None or witnesses.failing(pair.passes) is not None:
                continue
            replayed = self._replays.replay(end).replayed
            yield Neighbours(pair.parameter.name, shown(cfc, pair.fails), shown(cfc, pair.passes), replayed)

    def _witnesses(self) -> Witnesses:
        return Witnesses(self._loaded.program, self._exploration, self._timing.asker())


def read(
    cfc: Cfc,
    timing: Timing,
    executions: Executions,
    explained: Explained,
    tests: Mapping[Failure | None, Finding],
) -> None:
    """The bounds as people read them, with tests. ``tests``: one of each failure."""
    found = readable_bounds(cfc, timing.asker())
    explained.irrelevant = tuple(parameter.name for parameter in found.irrelevant)
    # should time end: each failure has been run again, though not each clause
    known = tuple(replace(clause, finding=tests.get(clause.failure)) for clause in found.clauses)
    explained.clauses = known
    explained.clauses = tuple(executions.with_test(clause, cfc.domain) for clause in known)


def counted(cfc: Cfc, distribution: Distribution, timing: Timing, memory_mb: float | None) -> Count:
    return count(cfc, distribution, deadline=timing.deadline(COUNT_STEPS), memory_mb=memory_mb)


def earlier(file: Path) -> Cfc:
    """The bounds of an earlier run. Raises InputError."""
    return read_bounds_file(file).cfc


def compared(file: Path, cfc: Cfc, timing: Timing) -> Comparison:
    """With the bounds of an earlier run."""
    return against(earlier(file), cfc, timing.asker())


def pieces_as_clauses(cfc: Cfc, tests: Mapping[Failure | None, Finding]) -> tuple[Clause, ...]:
    """Where there was no time for more: the pieces as they are, each failure with its test."""
    names = {parameter.variable: parameter.name for parameter in cfc.parameters}

    def text(number: int, condition: Term) -> str:
        if number >= MOST_CLAUSES:
            return ELSEWHERE
        return condition_text(condition, lambda variable: names.get(variable, str(variable.data)))

    return tuple(
        Clause(p.side, p.condition, text(n, p.condition), failure=p.failure, finding=tests.get(p.failure))
        for n, p in enumerate(cfc.pieces)
    )
