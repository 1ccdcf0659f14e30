"""What region graphs prove, as claims for the independent check."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.engines.dash.questions import Questions, refinements
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.systems.system import Kind
from antumbra.engines.dash.words import Words
from antumbra.engines.memoryless import Memoryless
from antumbra.program import model as P
from antumbra.proofs import Certificate
from antumbra.proofs.certificate import LoopClaim
from antumbra.proofs.regions import Region as Claimed
from antumbra.proofs.regions import Unreachable, thawed
from antumbra.terms import Term


def certificate_of(questions: Questions, program: P.Program, lowered: Memoryless) -> Certificate:
    """Region graphs; of programs with memory what they say of loops, in the words of the program itself."""
    if lowered.program is program:
        return Certificate(regions=claims_of(questions, program.entry))
    words = Words(lowered)
    claims: list[LoopClaim] = []
    for (procedure, goal), graph in questions.graphs.items():
        if goal is None:
            within = reached(graph)
            for place in graph.system.places:
                if place.head:
                    here = [region.predicate for region in graph.regions(place) if region in within]
                    claim = words.claim(procedure, place.label, T.or_(*here) if here else T.FALSE)
                    claims += [] if claim is None else [claim]
    return Certificate.of_loops(claims)


def claims_of(questions: Questions, entry: str) -> tuple[Unreachable, ...]:
    """The claim about the entry procedure, and all claims that it rests on."""
    wanted: dict[tuple[str, Term | None], None] = {(entry, None): None}
    work = list(wanted)
    claims: list[Unreachable] = []
    while work:
        key = work.pop()
        graph = questions.graph(*key)
        claims.append(_claim(key[0], graph))
        # of a callee in which nothing can be wrong nobody has asked
        uses = dict(graph.uses)
        if graph.goal is None:
            uses.update(((edge.callee, None), None) for edge in graph.system.edges if edge.call is not None)
        new = [use for use in uses if use not in wanted]
        wanted.update(dict.fromkeys(new))
        work += new
    return tuple(claims)


def reached(graph: RegionGraph) -> dict[Region, None]:
    """The regions that executions may be in which begin where the goal is out of reach."""
    connected = graph.connected()
    found = dict.fromkeys(region for region in graph.entry_regions() if region not in connected)
    work = list(found)
    while work:
        for _, target in work.pop().outs:
            if target not in found:
                found[target] = None
                work.append(target)
    return found


def _claim(procedure: str, graph: RegionGraph) -> Unreachable:
    regions = [region for region in reached(graph) if region.place.kind in (Kind.ENTRY, Kind.INNER)]
    kept = set(regions)
    links = {(r.number, target.number): None for r in regions for _, target in r.outs if target in kept}
    entry = refinements(graph, graph.connected())
    goal = T.FALSE if graph.goal is None else graph.goal
    used = frozenset(_variables([goal, entry, *(region.predicate for region in regions)]))
    return Unreachable(
        procedure,
        goal,
        graph.goal is None,
        entry,
        tuple(sorted((v for v in used if thawed(v) is not None), key=lambda v: str(v.data))),
        tuple(Claimed(r.number, (r.place.procedure, r.place.label, r.place.index), r.predicate) for r in regions),
        tuple(links),
    )


def _variables(terms: list[Term]) -> Iterator[Term]:
    for term in terms:
        yield from T.free_variables(term)
