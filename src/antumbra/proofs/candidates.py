"""Claims of the checker's own, for loops of which nobody says anything: what the program compares.

Where executing all rounds takes too long, a loop ``i < n`` often needs no more than ``i <= n``. As all claims these are
dropped where they do not hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.flow import FlowGraph
from antumbra.proofs.certificate import Certificate, LoopClaim
from antumbra.terms import Term

#: claims about one loop
MOST_CLAIMS = 150

#: strict comparison → the one that also holds when both sides are equal
_WEAKER = {T.BVULT: T.bvule, T.BVSLT: T.bvsle, T.LT: T.le}
_COMPARISONS = (T.BVULT, T.BVULE, T.BVSLT, T.BVSLE, T.LT, T.LE, T.EQ)


def own_claims(program: P.Program) -> Certificate:
    """Claims about every loop of a program."""
    claims: list[LoopClaim] = []
    for procedure in program.procedures.values():
        heads = FlowGraph(procedure).loop_heads
        if heads:
            found = tuple(_claims(procedure))[:MOST_CLAIMS]
            claims += [LoopClaim(procedure.name, head, found) for head in sorted(heads)]
    return Certificate(tuple(claims))


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
