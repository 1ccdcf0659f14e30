"""The region graph of a question: for each place a decision tree of split predicates, whose leaves are the regions.

Leaves are linked where an edge of the program may lead from one to the other. A split and a link that is gone are facts
about edges of the program, whatever executions come there: they stay true for every later use of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.terms import Term


class Region:
    """A leaf: the states at a place that satisfy all ``literals``.

    ``yes`` are the literals that refinement headed for: from where the goal may be reached.
    """

    __slots__ = ("ins", "known", "literals", "number", "outs", "place", "splits", "states", "yes")

    def __init__(
        self, number: int, place: Place, literals: tuple[Term, ...], yes: tuple[Term, ...], splits: tuple[Term, ...]
    ) -> None:
        self.number = number
        self.place = place
        self.literals = literals
        #: the predicates that made it, as a whole
        self.splits = splits
        self.known = frozenset((*literals, *splits))
        self.yes = yes
        self.ins: dict[tuple[Edge, Region], None] = {}
        self.outs: dict[tuple[Edge, Region], None] = {}
        #: states of the tests of the analysis under way
        self.states: list[Any] = []

    @property
    def predicate(self) -> Term:
        return T.and_(*self.literals) if self.literals else T.TRUE

    def __repr__(self) -> str:
        return f"R{self.number}@{self.place!r}"


class _Split:
    __slots__ = ("no", "predicate", "test", "yes")

    def __init__(self, predicate: Term) -> None:
        self.predicate = predicate
        self.test = evaluator(predicate)
        self.yes: Region | _Split
        self.no: Region | _Split

    def side(self, values: Mapping[Term, Any]) -> Region | _Split | None:
        """Where a state belongs; None if nobody can compute that (quantifiers)."""
        try:
            return self.yes if self.test(values) else self.no
        except T.EvaluationError:
            return None


class RegionGraph:
    """``goal``: a predicate over results, global and frozen variables at the exit; None: errors are the goal."""

    def __init__(self, system: System, goal: Term | None) -> None:
        self.system = system
        self.goal = goal
        self._numbers = 0
        self._trees: dict[Place, Region | _Split] = {}
        self._parents: dict[Region, tuple[_Split, bool] | None] = {}
        self._before: dict[tuple[Edge, Term], Term] = {}
        #: questions about callees whose answers made splits or took links away
        self.uses: dict[tuple[str, Term | None], None] = {}
        self.goals: dict[Region, None] = {}
        self.splits = 0
        for place in system.places:
            self._trees[place] = self._region(place, (), (), (), None)
        for edge in system.edges:
            if goal is not None and edge.target in system.errors:
                continue
            self._link(edge, self._leaf(edge.source), self._leaf(edge.target))
        if goal is None:
            self.goals = dict.fromkeys(self._leaf(place) for place in system.errors)
        else:
            exit_ = self._leaf(system.exit)
            if goal is T.TRUE:
                self.goals = {exit_: None}
            elif goal is not T.FALSE:
                yes, _ = self.split(exit_, goal)
                self.goals = {yes: None}

    def _leaf(self, place: Place) -> Region:
        found = self._trees[place]
        assert isinstance(found, Region)  # noqa: S101 - nothing is split yet
        return found

    def _region(
        self,
        place: Place,
        literals: tuple[Term, ...],
        yes: tuple[Term, ...],
        splits: tuple[Term, ...],
        parent: tuple[_Split, bool] | None,
    ) -> Region:
        region = Region(self._numbers, place, literals, yes, splits)
        self._numbers += 1
        self._parents[region] = parent
        return region

    # ------------------------------------------------------------ looking

    def region_of(self, place: Place, values: Mapping[Term, Any]) -> Region | None:
        """The one region that a state is in; None if a predicate on the way has no value that can be computed."""
        node = self._trees[place]
        while isinstance(node, _Split):
            side = node.side(values)
            if side is None:
                return None
            node = side
        return node

    def is_current(self, region: Region) -> bool:
        """Has a region not been split?"""
        return region in self._parents

    def regions(self, place: Place) -> Iterator[Region]:
        stack = [self._trees[place]]
        while stack:
            node = stack.pop()
            if isinstance(node, _Split):
                stack += (node.no, node.yes)
            else:
                yield node

    def all_regions(self) -> Iterator[Region]:
        for place in self._trees:
            yield from self.regions(place)

    def entry_regions(self) -> Iterator[Region]:
        return self.regions(self.system.entry)

    # ------------------------------------------------------------ changing

    def before(self, edge: Edge, literal: Term) -> Term:
        """What a condition behind an edge (without a call) says in front of it."""
        key = (edge, literal)
        found = self._before.get(key)
        if found is None:
            found = self._before[key] = T.substitute(literal, edge.updates) if edge.updates else literal
        return found

    def _excluded(self, edge: Edge, source: Region, target: Region) -> bool:
        """Is it plain to see that an edge does not lead from one region to another?"""
        if edge.call is not None:
            return False
        if any(T.not_(guard) in source.known for guard in edge.guards):
            return True
        for literal in target.known:
            term = self.before(edge, literal)
            if term is T.FALSE:
                return True
            opposite = T.not_(term)
            if opposite in source.known or opposite in edge.guards:
                return True
        return False

    def _link(self, edge: Edge, source: Region, target: Region) -> None:
        source.outs[edge, target] = None
        target.ins[edge, source] = None

    def unlink(self, edge: Edge, source: Region, target: Region) -> None:
        source.outs.pop((edge, target), None)
        target.ins.pop((edge, source), None)

    def split(self, region: Region, predicate: Term) -> tuple[Region, Region]:
        """refine_graph: two regions in place of one, where the predicate holds and where it does not."""
        self.splits += 1
        parts = predicate.args if predicate.op is T.AND else (predicate,)
        added = tuple(p for p in parts if p not in region.known)
        opposite = T.not_(predicate)
        against = opposite.args if opposite.op is T.AND else (opposite,)
        negative = tuple(p for p in against if p not in region.known)
        node = _Split(predicate)
        parent = self._parents.pop(region)
        place = region.place
        yes = self._region(
            place, (*region.literals, *added), (*region.yes, *added), (*region.splits, predicate), (node, True)
        )
        no = self._region(place, (*region.literals, *negative), region.yes, (*region.splits, opposite), (node, False))
        node.yes, node.no = yes, no
        if parent is None:
            self._trees[place] = node
        elif parent[1]:
            parent[0].yes = node
        else:
            parent[0].no = node
        for edge, source in list(region.ins):
            if source is region:
                continue
            self.unlink(edge, source, region)
            self._relink(edge, (source,), (yes, no))
        for edge, target in list(region.outs):
            if target is region:
                self._relink(edge, (yes, no), (yes, no))
            else:
                self.unlink(edge, region, target)
                self._relink(edge, (yes, no), (target,))
        for state in region.states:
            # a state that only a solver knows is looked for again
            side = None if state.values is None else node.side(state.values)
            if isinstance(side, Region):
                side.states.append(state)
                state.region = side
        if region in self.goals:
            del self.goals[region]
            self.goals |= {yes: None, no: None}
        region.ins, region.outs, region.states = {}, {}, []
        return yes, no

    def _relink(self, edge: Edge, sources: Iterable[Region], targets: Iterable[Region]) -> None:
        for source in sources:
            for target in targets:
                if not self._excluded(edge, source, target):
                    self._link(edge, source, target)

    def close(self, place: Place) -> None:
        """A place is no goal any more."""
        if place in self._trees:
            for region in self.regions(place):
                self.goals.pop(region, None)

    # ------------------------------------------------------------ what is proved

    def connected(self) -> dict[Region, None]:
        """The regions from which links lead to the goal."""
        found = dict(self.goals)
        work = list(found)
        while work:
            for _, source in work.pop().ins:
                if source not in found:
                    found[source] = None
                    work.append(source)
        return found
