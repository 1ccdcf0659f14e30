"""Procedures with very many live variables: those that live long are kept in the state, not handed on.

Generated code hands the live variables of a block to the next one. Where they are hundreds, code, calls and forks take
time and memory in proportion to blocks times variables. A variable that lives through many blocks of such a procedure
becomes a global one, which costs nothing where it is not used. A procedure that can be active twice keeps all its own.
"""

from __future__ import annotations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.commands.renaming import renamed
from antumbra.program.graphs.flow import CallGraph
from antumbra.records import replace
from antumbra.semantics.compiling.flow import Liveness
from antumbra.terms import Term

#: live variables of a block that are too many to be handed on
MANY = 128
#: blocks that a variable lives through before it is worth the change
LONG = 64
#: blocks that are looked at for that
SAMPLE = 256


def settle_long_lived(program: P.Program) -> P.Program:
    """The program with the long-lived variables of crowded procedures as global ones."""
    variables = dict(program.variables)
    procedures = dict(program.procedures)
    crowded = {name: p for name, p in program.procedures.items() if len(p.blocks) > LONG}
    twice = CallGraph(program).recursive if crowded else frozenset[str]()
    fresh: Fresh | None = None
    for name, procedure in crowded.items():
        if name in twice:
            continue
        moved = _long_lived(procedure, frozenset(program.variables))
        if not moved:
            continue
        fresh = fresh or Fresh(variable_names(program.variables, program.procedures.values()))
        mapping = {v: T.var(fresh(f"@long-lived {name} {v.data}"), v.sort) for v in moved}
        variables |= {new: _start(new) for new in mapping.values()}
        procedures[name] = _with(procedure, mapping)
    return (
        program
        if len(variables) == len(program.variables)
        else replace(program, procedures=procedures, variables=variables)
    )


def _long_lived(procedure: P.Procedure, global_variables: frozenset[Term]) -> list[Term]:
    liveness = Liveness(procedure, global_variables)
    masks = list(liveness.live_in.values())
    if max(mask.bit_count() for mask in masks) <= MANY:
        return []
    counts = [0] * len(liveness.variables)
    every = -(-len(masks) // SAMPLE)
    for mask in masks[::every]:
        while mask:
            low = mask & -mask
            counts[low.bit_length() - 1] += 1
            mask ^= low
    own = {*procedure.parameters, *procedure.results}
    return [
        v
        for v, count in zip(liveness.variables, counts, strict=True)
        if count * every > LONG and v not in own and v.sort.kind in ("bv", "bool")
    ]


def _start(variable: Term) -> Term:
    """Any value: nothing reads a local variable before it is written."""
    return T.FALSE if variable.sort is T.BOOL else T.const(0, variable.sort)


def _with(procedure: P.Procedure, mapping: dict[Term, Term]) -> P.Procedure:
    blocks = {
        label: P.Block(
            label, [renamed(command, mapping) for command in block.commands], renamed(block.terminator, mapping)
        )
        for label, block in procedure.blocks.items()
    }
    known = procedure.source_names
    names = {str(new.data): known[str(v.data)] for v, new in mapping.items() if str(v.data) in known}
    return replace(procedure, blocks=blocks, source_names={**known, **names})
