"""What a step of an analysis did, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from antumbra import terms as T
from antumbra.engines.dash.answers import Fail, GaveUp, Pass
from antumbra.engines.dash.events import Began, Ended, Excluded, Found, Skipped, Tested, Unlinked, WasSplit
from antumbra.engines.dash.pictures.recording import Frame, Stopped
from antumbra.engines.dash.pictures.wording import Wording, few, joined
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.systems.guards import conjuncts
from antumbra.engines.dash.systems.system import Kind

#: characters of a region's predicate beside its number
LONGEST_NAME = 44
#: regions of a path that are named
MOST_REGIONS = 12


def question(graph: RegionGraph, wording: Wording) -> str:
    """What a graph is about."""
    if graph.goal is None:
        return "can an error be reached?"
    return "can it return?" if graph.goal is T.TRUE else f"can it return with {wording.goal(graph.goal)}?"


class Telling:
    """Of one graph. ``shown``: the name of a procedure."""

    def __init__(self, graph: RegionGraph, wording: Wording, shown: Callable[[str], str]) -> None:
        self._graph = graph
        self._wording = wording
        self._shown = shown

    def _name(self, region: Region) -> str:
        """``2: a < 0``, as the thesis tells regions of one place apart."""
        literals = self._wording.literals(region.place, region.literals)
        number = f"{self._wording.number(region.place)}{' (exit)' if region.place.kind is Kind.EXIT else ''}"
        return f"{number}: {few(joined(literals), LONGEST_NAME)}" if literals else number

    def sentence(self, frame: Frame) -> str:
        match frame.event:
            case Began(depth):
                return self._began(depth, again=frame.again)
            case Found():
                return self._found(frame, frame.event)
            case Tested():
                return self._tested(frame, frame.event)
            case WasSplit(region, predicate, _, no, target):
                parts = conjuncts(predicate)
                by = joined(self._wording.literals(region.place, parts))
                where = "itself" if target is region else f"region {self._name(target)}"
                return (
                    f"No test can cross the frontier: region {self._name(region)} was split by {few(by)}; "
                    f"the rest of it, {self._name(no)}, has lost this link to {where}."
                )
            case Unlinked(source, _, target):
                return (
                    f"No execution crosses the frontier: "
                    f"the link from region {self._name(source)} to region {self._name(target)} was removed."
                )
            case Excluded(region):
                return f"No execution begins in region {self._name(region)} here."
            case Skipped():
                return "Nobody could tell whether a test crosses the frontier; it is left as it is."
            case Ended(outcome):
                return self._ended(frame, outcome)
            case Stopped(why):
                return f"Stopped before the end: {why}."

    def _began(self, depth: int, *, again: bool) -> str:
        asked = question(self._graph, self._wording)
        name = self._shown(self._graph.system.procedure.name)
        if depth:
            known = " The graph is as the last analysis of this question left it." if again else ""
            return f"The frontier is a call of {name}. {asked[0].upper()}{asked[1:]}{known}"
        if again:
            return (
                f"The analysis of {name} begins anew: there are lemmas, or what a recursive call was supposed to do "
                f"(proofs rested on it) does not hold. Every place of the program is one region again."
            )
        return f"The analysis of {name} begins: {asked} Every place of the program is one region."

    def _found(self, frame: Frame, event: Found) -> str:
        frontier = event.frontier
        path = list(frame.path)
        if frontier.source is not None:
            path = [frontier.source, *path]
        names = [self._name(region) for region in path[:MOST_REGIONS]]
        if len(path) > MOST_REGIONS:
            names.append(f"… {len(path) - MOST_REGIONS} more")
        said = f"An abstract error path: {' → '.join(names)}." if len(path) > 1 else ""
        if frontier.source is None:
            return f"{said} No test has begun in region {self._name(frontier.target)} yet.".strip()
        here, there = self._name(frontier.source), self._name(frontier.target)
        return f"{said} Tests have come to region {here}, none from there to region {there}: the frontier."

    def _tested(self, frame: Frame, event: Tested) -> str:
        run = event.run
        test = self._wording.test(run, inputs_only=not frame.depth)
        last = run.last
        while last is not None and last.values is None:
            last = last.parent  # it ended within a callee
        if last is None or last.values is None:
            return f"{test} was run."
        region = self._graph.region_of(last.place, last.values)
        if region is None:
            return f"{test} was run."
        if run.reached is not None and run.reached.place.kind is Kind.ERROR and run.reached.place is not last.place:
            inside = self._shown(run.reached.place.procedure)
            return f"{test} met an error in {inside}, called from region {self._name(region)}."
        if region in frame.goals:
            what = "the error" if self._graph.goal is None else "the goal"
            return f"{test} reached region {self._name(region)}: {what}."
        return f"{test} came to region {self._name(region)}."

    def _ended(self, frame: Frame, outcome: Fail | Pass | GaveUp) -> str:
        match outcome:
            case Fail(error=error):
                if error is not None or self._graph.goal is None:
                    return "The error is reached: the program is unsafe with the inputs of this test."
                return "The goal is reached: the caller runs the test that did it."
            case Pass(entry):
                if entry is T.FALSE or not frame.depth:
                    return "No abstract path is left: proved."
                text = self._wording.literals(self._graph.system.entry, (entry,))[0]
                return (
                    f"No abstract path is left from where this call begins: proved, for every call without {few(text)}."
                )
            case GaveUp(reason):
                return f"Given up: {reason}."
