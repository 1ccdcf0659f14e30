"""Claims of the checker's own, for loops and recursion of which nobody says anything: what the program compares.

Where executing all rounds takes too long, a loop ``i < n`` often needs no more than ``i <= n``; and recursion bounds of
values, sums and differences by constants that the program compares with. As all claims these are dropped where they do
not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.graphs.flow import CallGraph, FlowGraph
from antumbra.proofs.certificate import Certificate, Contract, LoopClaim, at_entry, result
from antumbra.terms import Term

#: claims about one loop, or about calls or returns of one procedure
MOST_CLAIMS = 150
#: constants that bound something, of one width
MOST_CONSTANTS = 9
#: values that contracts relate to each other
MOST_VALUES = 5

#: strict comparison → the one that also holds when both sides are equal
_WEAKER = {T.BVULT: T.bvule, T.BVSLT: T.bvsle, T.LT: T.le}
_COMPARISONS = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.LT, T.LE, T.EQ)


def own_claims(program: P.Program) -> Certificate:
    """Claims about every loop and every recursive procedure of a program."""
    claims: list[LoopClaim] = []
    for procedure in program.procedures.values():
        heads = FlowGraph(procedure).loop_heads
        if heads:
            found = tuple(_claims(procedure))[:MOST_CLAIMS]
            claims += [LoopClaim(procedure.name, head, found) for head in sorted(heads)]
    return Certificate(tuple(claims), contracts=own_contracts(program))


def own_contracts(program: P.Program) -> tuple[Contract, ...]:
    """Claims about every recursive procedure that may be executed."""
    calls = CallGraph(program)
    names = [name for name in calls.reachable if name in calls.recursive]
    constants = _constants(program) if names else []
    found: list[Contract] = []
    for name in names:
        procedure = program.procedures[name]
        results = [result(i, r.sort) for i, r in enumerate(procedure.results)]
        given, held = list(procedure.parameters), list(program.variables)
        before = _bounds([*given, *held], constants)
        same = [T.eq(variable, at_entry(variable)) for variable in held]
        found.append(Contract(name, tuple(before), (*same, *_bounds([*results, *given, *held], constants))))
    return tuple(found)


def _constants(program: P.Program) -> list[Term]:
    """Constants that the program compares with, and their neighbours."""
    found: dict[Term, None] = {}
    roots = (t for p in program.procedures.values() for block in p.blocks.values() for t in _terms(block))
    for part in (part for root in roots for part in T.subterms(root)):
        for side in part.args if part.op in _COMPARISONS else ():
            if side.op is T.CONST and side.sort.kind == "bv":
                found.update((T.bv(side.data + more, side.sort.width), None) for more in (0, -1, 1))
            elif side.op is T.CONST and side.sort.kind == "int":
                found.update((T.const(side.data + more, side.sort), None) for more in (0, -1, 1))
    return list(found)


def _bounds(values: Sequence[Term], constants: Sequence[Term]) -> list[Term]:
    """Order between values, and bounds of values, sums and differences."""
    found: dict[Term, None] = {}
    for sort in dict.fromkeys(v.sort for v in values if v.sort.kind in ("bv", "int")):
        mine = [v for v in values if v.sort is sort][:MOST_VALUES]
        some = [c for c in constants if c.sort is sort][:MOST_CONSTANTS]
        bits = sort.kind == "bv"
        forms = list(mine)
        for x, y in combinations(mine, 2):
            found.update(dict.fromkeys((T.bvsle(x, y), T.bvsle(y, x)) if bits else (T.le(x, y), T.le(y, x))))
            found.update(dict.fromkeys((T.eq(x, y), *((T.bvule(x, y), T.bvule(y, x)) if bits else ()))))
            forms += [T.bvadd(x, y), T.bvsub(x, y)] if bits else [T.add(x, y), T.sub(x, y)]
        for form in forms:
            for constant in some:
                below, above = (T.bvsle, T.bvule) if bits else (T.le, T.le)
                found.update(dict.fromkeys((below(form, constant), below(constant, form), above(form, constant))))
    return [claim for claim in found if claim.op is not T.CONST][:MOST_CLAIMS]


def _claims(procedure: P.Procedure) -> Iterator[Term]:
    """Each comparison of a procedure, its opposite, and both as they are when the sides meet."""
    seen: dict[Term, None] = {}
    for block in procedure.blocks.values():
        for root in _terms(block):
            for part in T.subterms(root):
                if part.op in _COMPARISONS and T.free_variables(part):
                    seen[part] = None
    given: dict[Term, None] = {}
    for comparison in seen:
        for claim in _around(comparison):
            if claim.op is not T.CONST and claim not in given:
                given[claim] = None
                yield claim


def _around(comparison: Term) -> Iterator[Term]:
    one, other = comparison.args
    if comparison.op is T.EQ:
        yield comparison
        if one.sort.kind == "bv":
            yield from (T.bvule(one, other), T.bvule(other, one), T.bvsle(one, other), T.bvsle(other, one))
        elif one.sort.kind in ("int", "real"):
            yield from (T.le(one, other), T.le(other, one))
        return
    yield comparison
    yield T.not_(comparison)
    weaker = _WEAKER.get(comparison.op)
    if weaker is not None:
        yield weaker(one, other)


def _terms(block: P.Block) -> Iterator[Term]:
    """Terms of a block that may compare something."""
    for command in block.commands:
        match command:
            case P.Assign():
                yield from command.values
            case P.Assume() | P.Assert():
                yield command.condition
            case _:
                pass
    if isinstance(block.terminator, P.Branch):
        yield block.terminator.condition
