"""Where the arms of a branch meet again."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.program import model as P
from antumbra.program.graphs.algorithms import immediate_dominators, predecessors_of
from antumbra.semantics.compiling.flow import successors

_EXIT = ""


def immediate_postdominators(procedure: P.Procedure) -> dict[str, str]:
    """Block → the first block that every way from it to a return goes through, where there is one.

    Blocks that end the run (abort, errors) do not count as ways out: dominators of the reversed graph.
    """
    following: dict[str, Sequence[str]] = {_EXIT: ()}
    for label, block in procedure.blocks.items():
        following[label] = (_EXIT,) if isinstance(block.terminator, P.Return) else tuple(successors(block.terminator))
    joins = immediate_dominators(_EXIT, predecessors_of(following), following)
    return {label: join for label, join in joins.items() if join}
