"""What code generation needs to know of a procedure: what is live, where branches join, where loops start."""

from __future__ import annotations

from antumbra.program import model as P
from antumbra.program.graphs.algorithms import strongly_connected_components
from antumbra.semantics.compiling.flow import Liveness, successors
from antumbra.semantics.compiling.nans import made_when_needed
from antumbra.semantics.compiling.postdominators import immediate_postdominators
from antumbra.terms import Term


class Shape:
    """What code generation needs to know of one procedure."""

    def __init__(self, procedure: P.Procedure, global_variables: frozenset[Term]) -> None:
        self.procedure = procedure
        self.liveness = Liveness(procedure, global_variables)
        self.predecessors: dict[str, int] = dict.fromkeys(procedure.blocks, 0)
        for block in procedure.blocks.values():
            for label in successors(block.terminator):
                self.predecessors[label] += 1
        self.nans = made_when_needed(procedure, global_variables)
        self.join = immediate_postdominators(procedure)
        self.loop_heads = _loop_heads(procedure)
        self.live_in = {label: tuple(self.liveness.of(mask)) for label, mask in self.liveness.live_in.items()}


def loop_exits(procedure: P.Procedure) -> frozenset[str]:
    """Blocks of loops that a loop can be left from."""
    edges = {label: successors(block.terminator) for label, block in procedure.blocks.items()}
    found: set[str] = set()
    for component in strongly_connected_components(edges):
        inside = frozenset(component)
        if any(inside.intersection(edges[label]) for label in component):
            found.update(label for label in component if not inside.issuperset(edges[label]))
    return frozenset(found)


def _loop_heads(procedure: P.Procedure) -> frozenset[str]:
    """Targets of retreating edges of a depth-first walk."""
    heads: set[str] = set()
    active: set[str] = set()
    done: set[str] = set()
    if not procedure.blocks:
        return frozenset()
    first = next(iter(procedure.blocks))
    stack = [(first, iter(successors(procedure.blocks[first].terminator)))]
    active.add(first)
    while stack:
        label, rest = stack[-1]
        for target in rest:
            if target in active:
                heads.add(target)
            elif target not in done:
                active.add(target)
                stack.append((target, iter(successors(procedure.blocks[target].terminator))))
                break
        else:
            stack.pop()
            active.discard(label)
            done.add(label)
    return frozenset(heads)
