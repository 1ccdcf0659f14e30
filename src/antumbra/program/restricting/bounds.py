"""Loops with a bound: a path that would begin one iteration too many stops.

Each loop gets a counter, a local variable that starts at zero where the loop is entered. It is an ordinary variable,
so whatever reasons about states also knows how many iterations a state has left.
"""

from __future__ import annotations

from collections.abc import Iterable

from antumbra import terms as T
from antumbra.program import model as P
from antumbra.program.commands.fresh import Fresh, variable_names
from antumbra.program.graphs.flow import FlowGraph, targets_of
from antumbra.records import replace
from antumbra.terms import Term

#: sort of the counters; no path is long enough for one to overflow
COUNTER = T.bv_sort(32)


def bounded(
    program: P.Program, iterations: int | None, *, returns: int | None = None
) -> tuple[P.Program, frozenset[Term]]:
    """The program with bounded loops, each time one is entered; and the counters.

    ``iterations``: how many are executed. ``returns``: how often the loop's head is met again, as Symbooglix counts;
    the two differ by one where the loop cannot be left at its head. With both, the first that is reached cuts.
    """
    counters: set[Term] = set()
    procedures = {
        name: _bound(procedure, program.variables, iterations, returns, counters)
        for name, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures), frozenset(counters)


def _bound(
    procedure: P.Procedure,
    variables: Iterable[Term],
    iterations: int | None,
    returns: int | None,
    counters: set[Term],
) -> P.Procedure:
    graph = FlowGraph(procedure)
    back = graph.retreating_edges
    if not back:
        return procedure
    blocks = {label: P.Block(label, list(b.commands), b.terminator) for label, b in procedure.blocks.items()}
    heads = list(dict.fromkeys(head for _, head in back))
    zeroed: list[Term] = []
    fresh, fresh_label = Fresh(variable_names(variables, [procedure])), Fresh(blocks)
    for number, head in enumerate(heads):
        count = T.var(fresh(f"rounds @{number}"), COUNTER)
        counters.add(count)
        zeroed.append(count)
        sources = {source for source, target in back if target == head}
        location = blocks[head].terminator.location
        again, enter, stop = (fresh_label(f"{what} @{number}") for what in ("again", "enter", "bound"))
        for label, block in list(blocks.items()):
            if head in targets_of(block.terminator):
                block.terminator = redirected(block.terminator, head, again if label in sources else enter)
        most, detail = _most_returns(graph, head, iterations, returns)
        over = T.bvugt(count, T.const(most, COUNTER))
        more = P.Assign((count,), (T.bvadd(count, T.const(1, COUNTER)),), location)
        blocks[again] = P.Block(again, [more], P.Branch(over, stop, head, location))
        blocks[stop] = P.Block(stop, [], P.Stop(P.End.BOUND, detail, location))
        blocks[enter] = P.Block(
            enter, [P.Assign((count,), (T.const(0, COUNTER),), location)], P.Goto((head,), location)
        )
    # loops that are entered without such an edge: at the procedure's first block, or (irreducible) past their head
    start = P.Block(
        fresh_label("start @0"),
        [P.Assign((count,), (T.const(0, COUNTER),), None) for count in zeroed],
        P.Goto((graph.entry,)),
    )
    blocks = {start.label: start, **blocks}
    return replace(procedure, blocks=blocks)


def _most_returns(graph: FlowGraph, head: str, iterations: int | None, returns: int | None) -> tuple[int, str]:
    """How often a path may return to the head, and what is said where it does once more."""
    limits: list[tuple[int, str]] = []
    if iterations is not None:
        # where the head decides whether there is another iteration, it is visited once more
        limits.append((iterations if _decides(graph, head) else iterations - 1, str(iterations)))
    if returns is not None:
        limits.append((returns, f"{returns} rounds of a loop"))
    most, detail = min(limits)
    return min(most, (1 << COUNTER.width) - 2), detail


def _decides(graph: FlowGraph, head: str) -> bool:
    """Can the loop be left at its head?"""
    return any(head not in graph.loops.around(target) for target in graph.successors[head])


def redirected(terminator: P.Terminator, old: str, new: str) -> P.Terminator:
    """The terminator with another target."""

    def to(label: str) -> str:
        return new if label == old else label

    match terminator:
        case P.Goto():
            return replace(terminator, targets=tuple(to(label) for label in terminator.targets))
        case P.Branch():
            return replace(terminator, then=to(terminator.then), otherwise=to(terminator.otherwise))
        case P.Switch():
            cases = tuple((case, to(label)) for case, label in terminator.cases)
            return replace(terminator, cases=cases, default=to(terminator.default))
        case _:
            return terminator
