"""refine_pred: a predicate that executions satisfy which cross the frontier, and those of the trace do not.

Whatever is weaker than the pre-image of the target region is sound, so the rules differ in how much of it they keep:

* what the values of the trace falsify alone: one literal, if there is one;
* literals of the target that refinement headed for (the thesis's loop optimisation: guards are left out);
* literals of the target; all of it, guards included: of each a part that suffices;
* where inputs are in the way, or splits repeat themselves: an interpolant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any

from antumbra import terms as T
from antumbra.engines.dash.evaluation import evaluator
from antumbra.engines.dash.refinement.interpolants import interpolant
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.states import State, Symbolic, instantiate, under
from antumbra.engines.dash.systems.domains import domain_of
from antumbra.engines.dash.systems.guards import conjuncts
from antumbra.engines.dash.systems.system import Edge, Place
from antumbra.engines.dash.testing import Samples
from antumbra.records import dataclass
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term

#: different predicates over the same variables at a place before interpolants are asked
SIMILAR = 4
#: literals that are tried to be left out one by one
MOST_TRIED = 12


@dataclass(frozen=True, slots=True)
class Situation:
    """A frontier that no test crosses. ``literals``: those of the target that decide, in front of a call; else all."""

    graph: RegionGraph
    source: Region
    edge: Edge
    target: Region
    state: State
    symbolic: Symbolic
    literals: tuple[Term, ...] | None = None


class Predicates:
    """``rule``: mixed, wp, core or itp. ``named``: values that the program compares variables with."""

    def __init__(self, chain: Chain, rule: str, samples: Samples, named: AbstractSet[tuple[T.Sort, Any]]) -> None:
        self._chain = chain
        self._named = named
        self.samples = samples
        self._rule = rule
        self._alike: dict[tuple[Place, frozenset[Term]], set[Term]] = {}
        self._hard: set[Place] = set()
        self.interpolants = 0

    @property
    def repeats(self) -> bool:
        """Are there places with several predicates over the same variables?"""
        return bool(self._hard)

    def forget(self) -> None:
        """Regions begin anew: nothing is alike yet."""
        self._alike.clear()
        self._hard.clear()

    def refine_pred(self, situation: Situation) -> Term | None:
        """None if none is found."""
        place = situation.source.place
        found = None
        if self._rule == "itp" or (self._rule == "mixed" and place in self._hard):
            found = self._interpolant(situation)
        if found is None:
            found = self._literals(situation)
        if found is None:
            found = self._interpolant(situation)
        if found is None:
            found = self._values(situation)
        if found is not None:
            self._note(place, found)
        return found

    def refine_call(self, situation: Situation, entry: Term) -> Term:
        """Behind a call that leaves the literals of the situation as they are, and leads on from ``entry`` only.

        Most of these literals have nothing to do with why the call does not lead on: as few of them as will do.
        """
        same = list(situation.literals or ())
        own = list(conjuncts(entry))
        if self._rule == "mixed" and entry is not T.FALSE:
            headed = [literal for literal in situation.target.yes if literal in same]
            for terms in ([], headed):
                found = self._enough(situation, [*own, *terms], dict(situation.symbolic.values), shrink=True)
                if found is not None:
                    return found
        return T.and_(*same, *own)

    def _note(self, place: Place, predicate: Term) -> None:
        if self._in_words(predicate):
            return
        alike = self._alike.setdefault((place, T.free_variables(predicate)), set())
        alike.add(predicate)
        if len(alike) >= SIMILAR:
            self._hard.add(place)

    def _in_words(self, predicate: Term) -> bool:
        """Is a predicate about values of single variables that the program itself names? There are not many."""
        return all(
            (about := domain_of(part)) is not None and all((about[0].sort, v) in self._named for v in about[1].values)
            for part in conjuncts(predicate)
        )

    # ------------------------------------------------------------ parts of the pre-image

    def _literals(self, situation: Situation) -> Term | None:
        symbols, _ = instantiate(situation.edge, situation.symbolic.inputs)
        values = {**situation.symbolic.values, **symbols}
        tried: list[list[Term]] = []
        first: Term | None = None
        for terms in self._parts(situation):
            unique = list(dict.fromkeys(terms))
            if not unique or unique in tried:
                continue
            tried.append(unique)
            found = self._enough(situation, unique, values, shrink=self._rule != "wp")
            if found is not None and (self._rule != "mixed" or not self._is_seen(situation, found)):
                return found
            first = found if first is None else first
            if first is not None and len(tried) > 1:
                break
        return first

    def _parts(self, situation: Situation) -> Iterator[list[Term]]:
        """Parts of the pre-image, each one larger; of hundreds of literals the few that were headed for come first."""
        edge, graph, target = situation.edge, situation.graph, situation.target
        given = target.literals if situation.literals is None else situation.literals
        inputs = {x.variable for x in edge.inputs}

        def usable(term: Term) -> bool:
            return inputs.isdisjoint(T.free_variables(term)) and term.op is not T.CONST

        def before(literals: Iterable[Term]) -> list[Term]:
            terms = [graph.before(edge, x) for x in literals] if edge.call is None else literals
            return [term for term in terms if usable(term)]

        guards = [g for g in edge.guards if usable(g)]
        if self._rule == "mixed":
            headed = before(target.yes if situation.literals is None else [x for x in target.yes if x in given])
            yield headed
            yield [*guards, *headed]
        targets = before(given)
        if self._rule == "mixed":
            yield targets
        yield [*guards, *targets]

    def _enough(
        self, situation: Situation, terms: list[Term], values: dict[Term, Term], *, shrink: bool
    ) -> Term | None:
        """A conjunction of some of the terms that the path excludes; None if it does not exclude all of them.

        It is made smaller only as long as no state that was seen at the place satisfies it: such states would have to
        be split again.
        """
        if not terms:
            return None
        path = situation.symbolic.path
        here = {term: under(term, values) for term in terms}

        def excluded(kept: list[Term]) -> bool:
            if any(here[t] is T.FALSE for t in kept):
                return True
            return self._chain.assume(path, T.and_(*(here[t] for t in kept))) is None

        if not excluded(terms):
            return None
        kept = terms
        if shrink and len(kept) > 1:
            seen = self._seen(situation, terms)
            for term in kept[:MOST_TRIED]:
                fewer = [t for t in kept if t is not term]
                if fewer and not _satisfied(seen, fewer) and excluded(fewer):
                    kept = fewer
        return T.and_(*kept)

    def _is_seen(self, situation: Situation, predicate: Term) -> bool:
        """Does a state at the place satisfy a predicate? It would have to be split again."""
        return _satisfied(self._seen(situation, [predicate]), [predicate])

    def _seen(self, situation: Situation, terms: list[Term]) -> list[dict[Term, bool]]:
        """Which of the terms hold in states at the place."""
        region = situation.source
        states = [state.values for state in region.states if state.values is not None]
        variables = {v for term in terms for v in T.free_variables(term)}
        states += [s for s in self.samples.get(region.place, ()) if variables <= s.keys()]
        found: list[dict[Term, bool]] = []
        for values in states:
            # of quantifiers nothing can be computed
            with suppress(T.EvaluationError):
                found.append({term: bool(evaluator(term)(values)) for term in terms})
        return found

    # ------------------------------------------------------------ whatever the inputs are

    def _values(self, situation: Situation) -> Term | None:
        """Where only all values of inputs together are excluded: not the values of this state."""
        edge, graph, target = situation.edge, situation.graph, situation.target
        if situation.literals is not None:
            crossing = list(situation.literals)
        else:
            crossing = [*edge.guards, *(graph.before(edge, literal) for literal in target.literals)]
        inputs = {x.variable for x in edge.inputs}
        values = situation.state.values or {}
        variables = sorted({v for t in crossing for v in T.free_variables(t)} - inputs, key=lambda v: str(v.data))
        if not all(v in values for v in variables):
            return None
        empty = PathCondition.empty()

        def excluded(kept: Sequence[Term]) -> bool:
            known = {v: T.const(values[v], v.sort) for v in kept}
            return self._chain.assume(empty, T.and_(*(under(t, known) for t in crossing))) is None

        kept = variables
        if not excluded(kept):
            return None
        for variable in kept[:MOST_TRIED]:
            fewer = [v for v in kept if v is not variable]
            if excluded(fewer):
                kept = fewer
        return T.not_(T.and_(*(T.eq(v, T.const(values[v], v.sort)) for v in kept))) if kept else T.FALSE

    # ------------------------------------------------------------ interpolants

    def _interpolant(self, situation: Situation) -> Term | None:
        edge, graph, target = situation.edge, situation.graph, situation.target
        if situation.literals is not None:
            crossing = list(situation.literals)
        else:
            crossing = [*edge.guards, *(graph.before(edge, literal) for literal in target.literals)]
        self.interpolants += 1
        symbolic = situation.symbolic
        variables = {v for t in crossing for v in T.free_variables(t)} - {x.variable for x in edge.inputs}
        reached = [*symbolic.path.conditions()]
        reached += [T.eq(v, symbolic.values[v]) for v in sorted(variables, key=lambda v: v.id) if v in symbolic.values]
        found = interpolant(reached, crossing)
        if found is None or not T.free_variables(found) <= variables:
            return None
        # a solver's interpolant is a guess: nothing that crosses may satisfy it
        if self._chain.assume(PathCondition.empty(), T.and_(found, *crossing)) is not None:
            return None
        return T.not_(found)


def _satisfied(seen: list[dict[Term, bool]], terms: list[Term]) -> bool:
    return any(all(holds[t] for t in terms) for holds in seen)
