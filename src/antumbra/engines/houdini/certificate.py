"""What a finished run found to hold at the heads of loops, for the independent check (``antumbra.proofs``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from antumbra import terms as T
from antumbra.engines.houdini.trial import Trial
from antumbra.engines.invariants.probe import at_entry, location_of
from antumbra.program import model as P
from antumbra.proofs import Certificate, LoopClaim
from antumbra.proofs import at_entry as claimed_at_entry
from antumbra.semantics.compiling.flow import defined
from antumbra.terms import Term


def certificate_of(program: P.Program, trials: Iterable[Trial], heads: Mapping[int, tuple[str, str]]) -> Certificate:
    """``heads``: procedure and block of each region. A guess about inputs that no variable held is left out."""
    claims: list[LoopClaim] = []
    for trial in trials:
        if trial.lost or trial.silent:
            continue
        procedure, head = heads[trial.region]
        names = _names(program, procedure, trial)
        guesses = [g for g in trial.guesses if T.free_variables(g) <= names.keys()]
        claims.append(LoopClaim(procedure, head, tuple(T.substitute(g, _used(g, names)) for g in guesses)))
    return Certificate.of_loops(claims)


def _names(program: P.Program, procedure: str, trial: Trial) -> dict[Term, Term]:
    """What guesses call a variable, and what claims do."""
    names: dict[Term, Term] = {}
    for variable in (*program.variables, *_locals(program.procedures[procedure])):
        location = location_of(variable, local=variable not in program.variables)
        if location in trial.entry:
            names[location] = variable
            names[at_entry(location)] = claimed_at_entry(variable)
            value = trial.entry[location]
            if isinstance(value, Term) and value.op is T.VAR:
                names.setdefault(value, claimed_at_entry(variable))
    return names


def _used(guess: Term, names: Mapping[Term, Term]) -> dict[Term, Term]:
    return {v: names[v] for v in T.free_variables(guess)}


def _locals(procedure: P.Procedure) -> dict[Term, None]:
    """Variables that a procedure writes, and its parameters."""
    found = dict.fromkeys(procedure.parameters)
    for block in procedure.blocks.values():
        for command in block.commands:
            found.update(dict.fromkeys(defined(command)))
    return found
