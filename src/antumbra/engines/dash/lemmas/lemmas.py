"""What was found by induction, and the moves between regions that it excludes."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.lemmas.induction import Asking, Candidates, inductive
from antumbra.engines.dash.lemmas.moves import Move, ghosts_of, is_ghost, moves_along
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.states import under
from antumbra.engines.dash.systems.system import Edge, Kind, Place, System
from antumbra.records import dataclass, field
from antumbra.solvers import Chain, PathCondition
from antumbra.terms import Term


@dataclass(frozen=True, slots=True)
class Use:
    """Facts that exclude each other under what is known at a place, and of a call if ``back`` is a return."""

    place: Place
    facts: tuple[Term, ...]
    back: Move | None


@dataclass(frozen=True, slots=True)
class Lemmas:
    """``related``: invariants with ghosts, which hold together of all executions of the program; at exits they are
    the contracts. ``invariants``: those without ghosts that hold with the contracts. ``contracts``: by the exit, what
    a call that begins within ``related`` leaves."""

    systems: Mapping[str, System] = field(default_factory=dict[str, System])
    related: Candidates = field(default_factory=dict[Place, list[Term]])
    invariants: Candidates = field(default_factory=dict[Place, list[Term]])
    contracts: Mapping[Place, Term] = field(default_factory=dict[Place, Term])
    #: what they have excluded so far
    uses: list[Use] = field(default_factory=list[Use])

    def invariant(self, place: Place) -> Term:
        """Holds of all states of executions of the program at a place."""
        return T.and_(*self.invariants.get(place, ()))

    def excludes(self, chain: Chain, source: Region, edge: Edge, target: Region) -> bool:
        """Does no execution lead from one region along an edge to another?"""
        if not self.systems or (
            not self.invariants.get(source.place) and (edge.call is None or self._promised(edge) is T.TRUE)
        ):
            return False
        back = None
        facts = [*source.literals]
        if edge.call is None:
            facts += edge.guards
            facts += [under(literal, edge.updates) for literal in target.literals]
        elif edge.target.kind is not Kind.CALLEE:
            back = next(m for m in moves_along(edge, self.systems) if m.exit is not None)
            facts += [under(literal, back.values) for literal in target.literals]
        return self.exclude(chain, source.place, facts, back)

    def exclude(self, chain: Chain, place: Place, facts: Sequence[Term], back: Move | None = None) -> bool:
        """Are facts about states at a place together impossible?"""
        known = [*self.invariants.get(place, ()), *facts]
        if back is not None and back.exit is not None:
            known.append(under(self.contracts[back.exit], back.returned))
        if chain.assume(PathCondition.empty(), T.and_(*known)) is not None:
            return False
        if self.systems:
            self.uses.append(Use(place, tuple(facts), back))
        return True

    def prune(self, chain: Chain, graph: RegionGraph) -> None:
        """Take links away that no execution passes."""
        if self.systems:
            for region in graph.all_regions():
                for edge, target in list(region.outs):
                    if self.excludes(chain, region, edge, target):
                        graph.unlink(edge, region, target)

    def leading_on(self, edge: Edge, target: Region) -> Term | None:
        """With which values before a call its contract allows that it leads to a region; of what it returns they may be
        any that the contract allows. None if there is no contract."""
        if not self.systems or self._promised(edge) is T.TRUE:
            return None
        back = next(m for m in moves_along(edge, self.systems) if m.exit is not None)
        returned = [under(c, back.returned) for c in self.related[self.systems[edge.callee].exit]]
        return T.and_(*returned, *(under(literal, back.values) for literal in target.literals))

    def _promised(self, edge: Edge) -> Term:
        return self.contracts.get(self.systems[edge.callee].exit, T.TRUE)


def proved_lemmas(
    asking: Asking, candidates: Candidates, moves: Sequence[Move], before: Lemmas, systems: Mapping[str, System]
) -> Generator[None, None, Lemmas | None]:
    """What of some candidates holds by induction, with what is known from before; None if that was too much to ask or
    no more than that."""
    found = yield from inductive(moves, candidates, asking)
    if found is None:
        return None
    # what is inductive stays so together
    new = {
        place: [c for c in here if not asking.follows(before.related.get(place, ()), c)]
        for place, here in found.items()
    }
    if not any(new.values()):
        return None
    related = {place: [*before.related.get(place, ()), *here] for place, here in new.items()}
    contracts = contracts_of(systems, related)
    plain = {place: [c for c in here if not _speaks_of_ghosts(c)] for place, here in related.items()}
    for system in systems.values():  # where a procedure begins, ghosts are what they are ghosts of
        began = dict.fromkeys(under(c, ghosts_of(system)) for c in related[system.entry])
        plain[system.entry] = [c for c in began if c is not T.TRUE]
    asking.contracts = contracts
    invariants = yield from inductive(moves, plain, asking)
    return None if invariants is None else Lemmas(systems, related, invariants, contracts)


def contracts_of(systems: Mapping[str, System], related: Candidates) -> dict[Place, Term]:
    """By the exit of each procedure."""
    return {system.exit: _contract(system, related) for system in systems.values()}


def _contract(system: System, related: Candidates) -> Term:
    """Calls that begin as all known ones do return so."""
    promised = T.and_(*related[system.exit])
    return T.TRUE if promised is T.TRUE else T.or_(T.not_(premise(system, related)), promised)


def premise(system: System, related: Candidates) -> Term:
    """What is known where calls begin, in terms of what they were given."""
    began = {v: g for g, v in ghosts_of(system).items()}
    return under(T.and_(*related[system.entry]), began)


def _speaks_of_ghosts(condition: Term) -> bool:
    return any(is_ghost(v) for v in T.free_variables(condition))
