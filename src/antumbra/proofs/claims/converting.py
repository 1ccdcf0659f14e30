"""Region graphs as claims about loops and recursion, for programs with memory: the walker knows those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph
from antumbra.proofs.certificate import Certificate, Contract, LoopClaim, at_entry, together
from antumbra.proofs.regions import Unreachable
from antumbra.terms import Term


def loop_claims(program: P.Program, claims: Sequence[Unreachable]) -> Certificate:
    """At the head of a loop one of its regions has the state; calls of recursive procedures begin outside of entries,
    and return outside of goals. What is about values of callers says nothing of a single call, and is left out."""
    heads = {name: FlowGraph(procedure).loop_heads for name, procedure in program.procedures.items()}
    loops: list[LoopClaim] = []
    contracts: list[Contract] = []
    recursive = CallGraph(program).recursive
    for claim in claims:
        places = dict.fromkeys(r.place for r in claim.regions if r.place[2] == 0)
        for procedure, label, index in places:
            here = [r.predicate for r in claim.regions if r.place == (procedure, label, index)]
            if label in heads.get(procedure, ()) and _general(claim, here):
                loops.append(LoopClaim(procedure, label, (T.or_(*here),)))
        if claim.procedure in recursive and _general(claim, (claim.entry, claim.goal)):
            olds = {v: at_entry(v) for v in T.free_variables(claim.entry) if v in program.variables}
            after = T.or_(T.substitute(claim.entry, olds), T.not_(claim.goal))
            before = (T.not_(claim.entry),) if claim.errors else ()
            contracts.append(Contract(claim.procedure, _said(before), _said((after,))))
    return Certificate(Certificate.of_loops(loops).loops, contracts=together(contracts))


def _general(claim: Unreachable, terms: Iterable[Term]) -> bool:
    return not any(v in claim.frozen for term in terms for v in T.free_variables(term))


def _said(conditions: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(c for c in conditions if c is not T.TRUE)
