"""Region graphs: whether every execution stays in them, by one execution of each way from region to region.

From each region all ways are followed to the next place that has regions, with any values that satisfy its predicate.
Where they arrive, some linked region must have them; what is forbidden must be impossible on the way; and a call does
whatever the claims about its callee do not exclude. A way that breaks this makes the proof wrong, also if no execution
goes it: who hands out regions says that they are closed.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph
from antumbra.proofs.answer import Answer, Confirmed, Refuted, Unchecked
from antumbra.proofs.asking.deciding import Decider
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.claims.following import Following
from antumbra.proofs.claims.grounds import Broken, Grounds
from antumbra.proofs.claims.wellformed import malformed
from antumbra.proofs.ends import NotUnderstood
from antumbra.proofs.memory.world import World
from antumbra.proofs.question import Budget, OutOfBudget, Question
from antumbra.proofs.regions import Unreachable
from antumbra.proofs.state import Frame, State


def check_regions(
    program: P.Program, question: Question, claims: Sequence[Unreachable], budget: Budget, solvers: Sequence[str]
) -> Answer:
    """Do the claims hold, and does it follow that nothing happens that the question forbids?"""
    decider = Decider(solvers, budget)

    def name() -> str:
        return f"closure of regions, with {' and '.join(decider.used) or 'no solver'}"

    try:
        _understood(program)
        _formed(program, claims)
        grounds = Grounds(program, Judge(World(program), question, decider), claims)
        _begin(grounds)
        for claim in claims:
            Following(grounds, claim, budget).check()
    except Broken as what:
        return Refuted(name(), str(what), what.location)
    except (OutOfBudget, NotUnderstood) as what:
        return Unchecked(name(), str(what))
    except RecursionError:
        return Unchecked(name(), "a term is too deep")
    regions = sum(len(claim.regions) for claim in claims)
    return Confirmed(name(), f"{regions} regions that no execution leaves", regions=tuple(claims))


def _formed(program: P.Program, claims: Sequence[Unreachable]) -> None:
    for claim in claims:
        wrong = malformed(program, claim)
        if wrong is not None:
            raise Broken(wrong)


def _understood(program: P.Program) -> None:
    """Every procedure that may be executed has only commands that mean something here."""
    for name in CallGraph(program).reachable:
        procedure = program.procedures[name]
        if any(parameter in program.variables for parameter in procedure.parameters):
            raise NotUnderstood(f"a parameter of {name} that is a global variable")
        for block in procedure.blocks.values():
            for command in block.commands:
                match command:
                    case P.Assign() | P.Assume() | P.Assert() | P.Havoc() | P.Call(callee=str()):
                        pass
                    case _:
                        raise NotUnderstood(f"{type(command).__name__.lower()} in {name}", command.location)


def _begin(grounds: Grounds) -> None:
    """Every initial state is outside the entry of a claim that excludes errors."""
    program = grounds.program
    entry = program.procedures[program.entry]
    first = grounds.initial()
    state = State([Frame(entry, next(iter(entry.blocks)), 0, {})], first, {})
    for axiom in program.axioms:
        state.assume(grounds.valued(axiom, {v: first.get(v, v) for v in T.free_variables(axiom)}))
    given = {**first, **{p: grounds.unknown(p.sort) for p in entry.parameters}}
    inside = [
        grounds.valued(claim.entry, {**given, **{v: grounds.unknown(v.sort) for v in claim.frozen}})
        for claim in grounds.summaries.about(entry.name)
        if claim.errors
    ]
    if entry.name in grounds.summaries.noisy:
        grounds.exclude(state, T.and_(*inside), "no claim is about some initial state", entry.location)
