"""Whether claims of region graphs speak of what there is, and only of that."""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.operands import operands
from antumbra.proofs.certificate import result
from antumbra.proofs.regions import Unreachable
from antumbra.terms import Term


def variables_of(program: P.Program, procedure: P.Procedure) -> dict[Term, None]:
    """The procedure's own variables."""
    found = dict.fromkeys((*procedure.parameters, *procedure.results))
    for block in procedure.blocks.values():
        for command in (*block.commands, block.terminator):
            for term in operands(command):
                found.update(dict.fromkeys(sorted(T.free_variables(term), key=lambda v: v.id)))
    return {v: None for v in found if v not in program.variables}


def malformed(program: P.Program, claim: Unreachable) -> str | None:
    """What is wrong with a claim, before anything is asked of what it says."""
    procedure = program.procedures.get(claim.procedure)
    if procedure is None:
        return f"there is no procedure {claim.procedure}"
    return next(_faults(program, procedure, claim), None)


def _faults(program: P.Program, procedure: P.Procedure, claim: Unreachable) -> Iterator[str]:
    own, frozen = variables_of(program, procedure), dict.fromkeys(claim.frozen)
    results = {result(i, r.sort): None for i, r in enumerate(procedure.results)}
    everywhere = {**dict.fromkeys(program.variables), **frozen}
    about = f"a claim about {claim.procedure}"
    for variable in frozen:
        if variable.op is not T.VAR or variable in own or variable in results or variable in program.variables:
            yield f"{about} holds {variable.data} fixed, which is a variable of the program"
    spoken = [
        ("its goal", claim.goal, {**results, **everywhere}),
        ("its entry", claim.entry, {**dict.fromkeys(procedure.parameters), **everywhere}),
        *((f"region {r.number}", r.predicate, {**own, **everywhere}) for r in claim.regions),
    ]
    for what, term, known in spoken:
        strange = [str(v.data) for v in T.free_variables(term) if v not in known]
        if strange:
            yield f"{about}: {what} speaks of {min(strange)}, which has no value there"
        if term.sort is not T.BOOL:
            yield f"{about}: {what} is not a condition"
    numbers = [region.number for region in claim.regions]
    if len(set(numbers)) < len(numbers):
        yield f"{about} has two regions of one number"
    for region in claim.regions:
        name, label, index = region.place
        block = procedure.blocks.get(label)
        if name != claim.procedure or block is None or not 0 <= index <= len(block.commands):
            yield f"{about}: there is no place {region.place}"
