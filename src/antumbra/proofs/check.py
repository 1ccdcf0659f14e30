"""Check a proof of safety from the program alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from antumbra.program import model as P
from antumbra.proofs.answer import Answer, Confirmed, Refuted, Unchecked
from antumbra.proofs.certificate import Certificate
from antumbra.proofs.deciding import Decider
from antumbra.proofs.ends import NotUnderstood, Violation
from antumbra.proofs.judge import Judge
from antumbra.proofs.question import Budget, OutOfBudget, Question
from antumbra.proofs.walker import Walker
from antumbra.proofs.world import World

#: part of the time for the claims of a certificate, before everything is executed round by round
CLAIMS_SHARE = 0.6
#: so many paths are followed one by one, for a part of the time, before states are joined
FEW_PATHS = 1_000
PATHS_SHARE = 0.5


def check_proof(
    program: P.Program, question: Question, certificate: Certificate, budget: Budget, solvers: Sequence[str]
) -> Answer:
    """Does nothing happen that the question forbids? ``solvers``: who is asked, those that the engine did not first.

    With claims about loops first by them; if they do not suffice, by executing all rounds. The latter alone
    refutes: an execution that only exists if claims are true says nothing.
    """
    plain = Certificate()
    if certificate.loops:
        ways = [(certificate, True, CLAIMS_SHARE), (plain, True, 1.0)]
    elif certificate.paths is not None and certificate.paths <= FEW_PATHS:
        ways = [(plain, False, PATHS_SHARE), (plain, True, 1.0)]
    else:
        ways = [(plain, True, 1.0)]
    first: Unchecked | None = None
    for claims, merging, share in ways:
        part = replace(budget, seconds=None if budget.seconds is None else budget.seconds * share)
        answer = _walk(program, question, claims, part, solvers, merging=merging)
        if not isinstance(answer, Unchecked):
            return answer
        first = first or answer
    return first or Unchecked("", "nothing was tried")


def _walk(
    program: P.Program,
    question: Question,
    certificate: Certificate,
    budget: Budget,
    solvers: Sequence[str],
    *,
    merging: bool,
) -> Answer:
    decider = Decider(solvers, budget)
    judge = Judge(World(program), question, decider)
    walker = Walker(judge, program, certificate, budget, merging=merging)

    def name() -> str:
        by = " and ".join(decider.used) if decider.used else "no solver"
        return f"execution of the program form, with {by}"

    try:
        walker.walk()
    except OutOfBudget as over:
        return Unchecked(name(), str(over))
    except NotUnderstood as what:
        return Unchecked(name(), str(what))
    except RecursionError:
        return Unchecked(name(), "a term is too deep")
    except Violation as violation:
        if violation.abstract:
            return Unchecked(name(), f"what is known of {violation.abstract} does not exclude: {violation}")
        return Refuted(name(), str(violation), violation.location, violation.witness)
    how = "joined where they meet" if merging else "path by path"
    text = f"every execution followed {how}"
    if walker.loops.closed:
        text += f", {len(walker.loops.closed)} loop heads by what holds in every round"
    return Confirmed(name(), text)
