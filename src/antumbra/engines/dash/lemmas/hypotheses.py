"""A question that is asked again within its own analysis: the hypothesis that the recursion adds nothing to its answer.

The states at the entry from which links lead to the goal without that same question are the answer outside of the
recursion. A call that begins elsewhere reaches the goal only if a shorter execution does, so by induction none does: as
long as in the end the whole answer is within each one that was used.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.engines.dash.questions import Questions, goal_of, parted, refinements
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.systems.system import Edge, Kind
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term

#: a question
Key = tuple[str, Term | None]


class Hypotheses:
    """``refuted``: questions of which it was wrong to suppose it."""

    def __init__(self) -> None:
        self._used: dict[tuple[Key, Term], None] = {}
        self.refuted: set[Key] = set()

    def use(self, key: Key, entry: Term) -> None:
        self._used[key, entry] = None

    def forget(self) -> None:
        """All graphs begin anew."""
        self._used.clear()

    def hold(self, chain: Chain, questions: Questions) -> bool:
        """Are the answers within those that were used?"""
        for key, entry in self._used:
            graph = questions.graph(*key)
            answer = refinements(graph, graph.connected())
            if chain.assume(PathCondition.empty(), T.and_(answer, T.not_(entry))) is not None:
                self.refuted.add(key)
        return not any(key in self.refuted for key, _ in self._used)


def outside_of_recursion(graph: RegionGraph, key: Key, questions: Questions) -> Term:
    """Entry states from which the goal may be reached without the same question."""
    found = dict(graph.goals)
    work = list(found)
    while work:
        target = work.pop()
        for edge, source in target.ins:
            if source not in found and not _asks(edge, target, key, questions):
                found[source] = None
                work.append(source)
    return refinements(graph, found)


def _asks(edge: Edge, target: Region, key: Key, questions: Questions) -> bool:
    procedure, goal = key
    if edge.call is None or edge.callee != procedure:
        return False
    if target.place.kind is Kind.CALLEE:
        return goal is None
    callee = questions.systems[procedure]
    return goal is goal_of(edge, callee, parted(edge, target.literals)[1])
