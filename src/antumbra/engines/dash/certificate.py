"""What region graphs prove, as claims for the independent check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.lemmas.contracts import contract_claims
from antumbra.engines.dash.lemmas.lemmas import Lemmas
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.questions import Questions, refinements
from antumbra.engines.dash.regions.graph import Region, RegionGraph
from antumbra.engines.dash.states import under
from antumbra.engines.dash.systems.guards import conjuncts, constant_of, constants
from antumbra.engines.dash.systems.system import Kind, System
from antumbra.engines.dash.words import Words
from antumbra.engines.memoryless import Memoryless
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.proofs import Certificate
from antumbra.proofs.certificate import LoopClaim, at_entry, together
from antumbra.proofs.regions import Region as Claimed
from antumbra.proofs.regions import Unreachable, thawed
from antumbra.records import replace
from antumbra.terms import Term


def certificate_of(questions: Questions, program: P.Program, lowered: Memoryless, lemmas: Lemmas) -> Certificate:
    """Region graphs; of programs with memory what they say of loops, in the words of the program itself."""
    if lowered.program is program:
        return Certificate(regions=claims_of(questions, program.entry, lemmas))
    words = Words(lowered)
    claims: list[LoopClaim] = []
    for procedure, system in questions.systems.items():
        graph = questions.graphs.get((procedure, None))
        within = {} if graph is None else reached(graph)
        for place in system.places:
            if place.head:
                # a loop begins mostly with what its procedure began with
                began = {g: at_entry(v) for g, v in ghosts_of(system).items()}
                said = [*lemmas.invariants.get(place, ()), *(under(c, began) for c in lemmas.related.get(place, ()))]
                if graph is not None:
                    said += _one_of([r.literals for r in graph.regions(place) if r in within])
                claims.append(words.claim(procedure, place.label, said))
    recursive = CallGraph(lowered.program).recursive
    contracts = [
        words.contract(procedure, _before(questions, system, lemmas), _after(questions, system, lemmas))
        for procedure, system in questions.systems.items()
        if procedure in recursive
    ]
    return replace(Certificate.of_loops(claims), contracts=together(c for c in contracts if c.before or c.after))


def _one_of(regions: Sequence[Sequence[Term]]) -> list[Term]:
    """What holds in one of several regions: what they have in common, apart; and the rest also without what is said of
    whole arrays, of which the program has no words."""
    common = [literal for literal in regions[0] if all(literal in region for region in regions)] if regions else []
    rest = [[literal for literal in region if literal not in common] for region in regions]
    plain = [[x for x in region if all(v.sort.kind != "array" for v in T.free_variables(x))] for region in rest]
    both = (T.or_(*(T.and_(*region) for region in some)) for some in (rest, plain))
    return [c for c in dict.fromkeys((*common, *both)) if c is not T.TRUE]


def _before(questions: Questions, system: System, lemmas: Lemmas) -> list[Term]:
    """What holds where calls of a procedure begin: they are outside of what leads to errors."""
    graph = questions.graphs.get((system.procedure.name, None))
    outside = T.TRUE if graph is None else T.not_(refinements(graph, graph.connected()))
    ghosts = ghosts_of(system)
    said = [under(c, ghosts) for c in lemmas.related.get(system.entry, ())]
    return [c for c in (*conjuncts(outside), *said) if c is not T.TRUE]


def _after(questions: Questions, system: System, lemmas: Lemmas) -> list[Term]:
    """What holds where they return: from outside of what leads to a goal they return outside of the goal."""
    found: list[Term] = []
    for (procedure, goal), graph in questions.graphs.items():
        if procedure == system.procedure.name and goal is not None:
            entry = refinements(graph, graph.connected())
            began = {v: at_entry(v) for v in T.free_variables(entry) if v in system.globals}
            found.append(T.or_(under(entry, began), T.not_(goal)))
    ghosts = ghosts_of(system)
    own = {g: at_entry(v) if v in system.globals else v for g, v in ghosts.items()}
    # of parameters that change only what they were can be said
    changing = [v for v in ghosts.values() if v not in system.globals]
    said = lemmas.related.get(system.exit, ())
    found += [under(c, own) for c in said if T.free_variables(c).isdisjoint(changing)]
    return [c for c in found if c is not T.TRUE and all(thawed(v) is None for v in T.free_variables(c))]


def claims_of(questions: Questions, entry: str, lemmas: Lemmas) -> tuple[Unreachable, ...]:
    """The claim about the entry procedure, and all claims that it rests on."""
    wanted: dict[tuple[str, Term | None], None] = {(entry, None): None}
    work = list(wanted)
    claims: list[Unreachable] = []
    while work:
        key = work.pop()
        graph = questions.graph(*key)
        claims.append(_claim(key[0], graph, lemmas))
        # of a callee in which nothing can be wrong nobody has asked
        uses = dict(graph.uses)
        if graph.goal is None:
            uses.update(((edge.callee, None), None) for edge in graph.system.edges if edge.call is not None)
        new = [use for use in uses if use not in wanted]
        wanted.update(dict.fromkeys(new))
        work += new
    return (*claims, *contract_claims(lemmas, {name: None for name, _ in wanted}))


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


def _claim(procedure: str, graph: RegionGraph, lemmas: Lemmas) -> Unreachable:
    regions = [region for region in reached(graph) if region.place.kind in (Kind.ENTRY, Kind.INNER)]
    kept = set(regions)
    links = {(r.number, target.number): None for r in regions for _, target in r.outs if target in kept}
    # lemmas hold of what the program does: nothing is said of other executions
    entry = T.or_(refinements(graph, graph.connected()), T.not_(lemmas.invariant(graph.system.entry)))
    predicates = {r: T.and_(*_told(r), lemmas.invariant(r.place)) for r in regions}
    goal = T.FALSE if graph.goal is None else graph.goal
    used = frozenset(_variables([goal, entry, *predicates.values()]))
    return Unreachable(
        procedure,
        goal,
        graph.goal is None,
        entry,
        tuple(sorted((v for v in used if thawed(v) is not None), key=lambda v: str(v.data))),
        tuple(Claimed(r.number, (r.place.procedure, r.place.label, r.place.index), predicates[r]) for r in regions),
        tuple(links),
    )


def _told(region: Region) -> list[Term]:
    """What is known of a region, without what follows from values of single variables: that a state is none of the
    others is said of each state of a machine, and would make proofs quadratic in their number."""
    known = constants(region.literals)
    return [c for c in region.literals if under(c, known) is not T.TRUE or _is_value(c, known)]


def _is_value(literal: Term, known: Mapping[Term, Term]) -> bool:
    found = constant_of(literal)
    return found is not None and known[found[0]] is found[1]


def _variables(terms: list[Term]) -> Iterator[Term]:
    for term in terms:
        yield from T.free_variables(term)
