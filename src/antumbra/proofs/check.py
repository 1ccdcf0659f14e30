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

#: part of the budget for the claims of a certificate, before everything is executed round by round
CLAIMS_SHARE = 0.6


def check_proof(
    program: P.Program, question: Question, certificate: Certificate, budget: Budget, solvers: Sequence[str]
) -> Answer:
    """Does nothing happen that the question forbids? ``solvers``: who is asked, those that the engine did not first.

    With claims about loops first by them; if they do not suffice, by executing all rounds. The latter alone
    refutes: an execution that only exists if claims are true says nothing.
    """
    if not certificate.loops:
        return _walk(program, question, certificate, budget, solvers)
    first = replace(budget, seconds=None if budget.seconds is None else budget.seconds * CLAIMS_SHARE)
    found = _walk(program, question, certificate, first, solvers)
    if not isinstance(found, Unchecked):
        return found
    plainly = _walk(program, question, Certificate(), replace(budget), solvers)
    return found if isinstance(plainly, Unchecked) else plainly


def _walk(
    program: P.Program, question: Question, certificate: Certificate, budget: Budget, solvers: Sequence[str]
) -> Answer:
    decider = Decider(solvers, budget)
    judge = Judge(World(program), question, decider)
    walker = Walker(judge, program, certificate, budget, merging=True)

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
    text = f"every execution followed, {walker.states} steps of joined states"
    if walker.loops.closed:
        text += f", {len(walker.loops.closed)} loops by what holds in every round"
    return Confirmed(name(), text)
