"""Contracts as claims: what a call is given are constants of the caller, so each kind of call has its claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from antumbra import terms as T
from antumbra.engines.dash.lemmas.lemmas import Lemmas
from antumbra.engines.dash.lemmas.moves import ghosts_of
from antumbra.engines.dash.states import under
from antumbra.engines.dash.systems.system import Edge, Kind, System
from antumbra.proofs.regions import Region, Unreachable, frozen, thawed
from antumbra.terms import Term


def contract_claims(lemmas: Lemmas, procedures: Iterable[str]) -> tuple[Unreachable, ...]:
    """Of all calls in some procedures, and of the calls in those."""
    found: dict[tuple[str, tuple[Term, ...]], Unreachable] = {}
    seen = dict.fromkeys(procedures if lemmas.systems else ())
    work = list(seen)
    while work:
        for edge in lemmas.systems[work.pop()].edges:
            if edge.call is None or edge.target.kind is Kind.CALLEE:
                continue
            callee = lemmas.systems[edge.callee]
            key = (edge.callee, tuple(edge.call.arguments))
            if key not in found and T.and_(*lemmas.related[callee.exit]) is not T.TRUE:
                found[key] = _claim(lemmas, edge, callee)
            if edge.callee not in seen:
                seen[edge.callee] = None
                work.append(edge.callee)
    return tuple(found.values())


def _claim(lemmas: Lemmas, edge: Edge, callee: System) -> Unreachable:
    """No call with these arguments that begins within the invariants breaks the contract."""
    if edge.call is None:
        raise ValueError("no call")
    kept = {v: _frozen(t) for v, t in zip(callee.procedure.parameters, edge.call.arguments, strict=True)}
    ghosts = ghosts_of(callee)
    names = {g: kept.get(v, frozen(v)) for g, v in ghosts.items()}
    promised = T.and_(*lemmas.related[callee.exit])
    used = {v for here in lemmas.related.values() for c in here for v in T.free_variables(c)}
    written = set(ghosts.values())
    # parameters that nobody writes are what they were
    same = {p: t for p, t in kept.items() if p not in written}
    lasting = [T.eq(p, t) for p, t in same.items() if p in used]
    goal = T.not_(under(promised, {**same, **names}))
    began = [T.eq(v, names[g]) for g, v in ghosts.items() if g in used]
    inside = T.and_(*lasting, *began, *(under(c, names) for c in lemmas.related[callee.entry]))
    places = [p for p in callee.places if p.kind in (Kind.ENTRY, Kind.INNER)]
    regions = [
        Region(
            place.number,
            (place.procedure, place.label, place.index),
            T.and_(
                *lasting,
                *(began if place.kind is Kind.ENTRY else ()),
                *(under(c, names) for c in lemmas.related[place]),
            ),
        )
        for place in places
    ]
    links = {(e.source.number, e.target.number): None for e in callee.edges if e.target in set(places)}
    terms = [goal, inside, *(r.predicate for r in regions)]
    fixed = {v: None for t in terms for v in _frozen_in(t)}
    return Unreachable(
        callee.procedure.name,
        goal,
        False,
        T.not_(inside),
        tuple(sorted(fixed, key=lambda v: str(v.data))),
        tuple(regions),
        tuple(links),
    )


def _frozen(term: Term) -> Term:
    return under(term, {v: frozen(v) for v in T.free_variables(term)})


def _frozen_in(term: Term) -> Iterator[Term]:
    yield from (v for v in T.free_variables(term) if thawed(v) is not None)
