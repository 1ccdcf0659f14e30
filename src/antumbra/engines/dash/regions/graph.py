"""The region graph of a question: for each place a decision tree of split predicates, whose leaves are the regions.

Leaves are linked where an edge of the program may lead from one to the other. A split and a link that is gone are facts
about edges of the program, whatever executions come there: they stay true for every later use of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.regions.known import Branch, Known
from antumbra.engines.dash.systems.domains import Domains, compatible, domains_of
from antumbra.engines.dash.systems.guards import conjuncts, under
from antumbra.engines.dash.systems.system import Edge, Place, System
from antumbra.terms import Term


class Region:
    """A leaf: the states at a place that satisfy all ``literals``.

    ``yes`` are the literals that refinement headed for: from where the goal may be reached. ``added`` are the literals
    of the last split, ``new`` those and its whole predicate.
    """

    __slots__ = (
        "added",
        "branch",
        "domains",
        "ins",
        "known",
        "literals",
        "new",
        "number",
        "outs",
        "place",
        "states",
        "told",
        "yes",
    )

    def __init__(self, number: int, place: Place, known: Known) -> None:
        self.number = number
        self.place = place
        self.known = known
        self.branch = Branch()
        self.literals: tuple[Term, ...] = ()
        self.yes: tuple[Term, ...] = ()
        self.added: tuple[Term, ...] = ()
        self.new: tuple[Term, ...] = ()
        #: what is known of single variables, and of which of them more than before the last split
        self.domains: Domains = {}
        self.told: tuple[Term, ...] = ()
        self.ins: dict[tuple[Edge, Region], None] = {}
        self.outs: dict[tuple[Edge, Region], None] = {}
        #: states of the tests of the analysis under way
        self.states: list[Any] = []

    def part(self, number: int, predicate: Term, side: bool) -> Region:
        """The states of it that satisfy a predicate, which is a side of a split."""
        found = Region(number, self.place, self.known)
        parts = conjuncts(predicate)
        found.branch = self.branch.onward(side)
        found.added = tuple(literal for literal in parts if not self.knows(literal))
        found.new = tuple(dict.fromkeys((*found.added, predicate)))
        found.literals = (*self.literals, *found.added)
        more = domains_of(found.new)
        found.domains, found.told = (domains_of(found.new, self.domains), tuple(more)) if more else (self.domains, ())
        found.yes = (*self.yes, *found.added) if side else self.yes
        for literal in found.new:
            self.known.say(literal, found.branch)
        return found

    def knows(self, literal: Term) -> bool:
        """Is it a literal of this region, or a predicate that made it?"""
        return self.known.holds(literal, self.branch)

    def about(self, term: Term) -> list[Term]:
        """The literals that speak of variables of a term, or of those of such literals."""
        variables = set(T.free_variables(term))
        found: dict[Term, None] = {}
        size = 0
        while len(variables) > size:
            size = len(variables)
            near = [x for x in self.literals if x not in found and not variables.isdisjoint(T.free_variables(x))]
            found.update(dict.fromkeys(near))
            variables.update(*(T.free_variables(x) for x in near))
        return list(found)

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
        #: edge → what excludes literals behind it, if it is known in front of it
        self._against: dict[Edge, dict[Term, dict[Term, None]]] = {}
        self._guards: dict[Edge, Domains] = {}
        #: edge → variables in front of it → those that have their values behind it
        self._moved: dict[Edge, dict[Term, list[Term]]] = {}
        #: questions about callees whose answers made splits or took links away
        self.uses: dict[tuple[str, Term | None], None] = {}
        self.goals: dict[Region, None] = {}
        self.splits = 0
        for place in system.places:
            self._trees[place] = self._region(Region(self._numbers, place, Known()), None)
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

    def _region(self, region: Region, parent: tuple[_Split, bool] | None) -> Region:
        self._numbers += 1
        self._parents[region] = parent
        for edge in region.place.incoming:
            against = self._against.setdefault(edge, {})
            for literal in region.new:
                term = self._before_edge(edge, literal)
                if term is not None:
                    against.setdefault(T.not_(term), {})[literal] = None
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
            found = self._before[key] = under(literal, edge.updates)
        return found

    def _before_edge(self, edge: Edge, literal: Term) -> Term | None:
        """The same; of a call nobody knows what it does with variables that it may write."""
        if edge.call is None:
            return self.before(edge, literal)
        return literal if edge.written.isdisjoint(T.free_variables(literal)) else None

    def _excluded(self, edge: Edge, source: Region, target: Region, *, left: bool, entered: bool) -> bool:
        """Is it plain to see that an edge does not lead from one region to another?

        Not of what was so before the last split: ``left``: the source is new, ``entered``: the target is.
        """
        if entered:
            for literal in target.new:
                term = self._before_edge(edge, literal)
                if term is None:
                    continue
                if term is T.FALSE:
                    return True
                opposite = T.not_(term)
                if source.knows(opposite) or opposite in edge.guards:
                    return True
        if left:
            if any(T.not_(guard) in source.new for guard in edge.guards):
                return True
            against = self._against.get(edge, {})
            if any(target.knows(literal) for known in source.new for literal in against.get(known, ())):
                return True
        return not self._compatible(edge, source, target, left=left, entered=entered)

    def _compatible(self, edge: Edge, source: Region, target: Region, *, left: bool, entered: bool) -> bool:
        """Does what is known of single variables leave a way along an edge?"""
        behind = dict.fromkeys(target.told if entered else ())
        if left:
            moved = self._moves(edge)
            behind.update((t, None) for v in source.told for t in moved.get(v, () if v in edge.updates else (v,)))
        # of a call nobody knows what it does with variables that it may write
        told = {v: target.domains[v] for v in behind if v in target.domains and v not in edge.written}
        return not (told or left) or compatible(self._guarded(edge), edge.updates, source.domains, told)

    def _guarded(self, edge: Edge) -> Domains:
        """What guards say of single variables."""
        found = self._guards.get(edge)
        if found is None:
            found = self._guards[edge] = domains_of(edge.guards)
        return found

    def _moves(self, edge: Edge) -> dict[Term, list[Term]]:
        found = self._moved.get(edge)
        if found is None:
            found = self._moved[edge] = {}
            for variable, value in edge.updates.items():
                if value.op is T.VAR:
                    # it may well keep its own value, too
                    found.setdefault(value, [] if value in edge.updates else [value]).append(variable)
        return found

    def _link(self, edge: Edge, source: Region, target: Region) -> None:
        source.outs[edge, target] = None
        target.ins[edge, source] = None

    def unlink(self, edge: Edge, source: Region, target: Region) -> None:
        source.outs.pop((edge, target), None)
        target.ins.pop((edge, source), None)

    def split(self, region: Region, predicate: Term) -> tuple[Region, Region]:
        """refine_graph: two regions in place of one, where the predicate holds and where it does not."""
        self.splits += 1
        node = _Split(predicate)
        parent = self._parents.pop(region)
        place = region.place
        yes = self._region(region.part(self._numbers, predicate, True), (node, True))
        no = self._region(region.part(self._numbers, T.not_(predicate), False), (node, False))
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
            self._relink(edge, (source,), (yes, no), entered=True)
        for edge, target in list(region.outs):
            if target is region:
                self._relink(edge, (yes, no), (yes, no), left=True, entered=True)
            else:
                self.unlink(edge, region, target)
                self._relink(edge, (yes, no), (target,), left=True)
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

    def _relink(
        self,
        edge: Edge,
        sources: Iterable[Region],
        targets: Iterable[Region],
        *,
        left: bool = False,
        entered: bool = False,
    ) -> None:
        for source in sources:
            for target in targets:
                if not self._excluded(edge, source, target, left=left, entered=entered):
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
