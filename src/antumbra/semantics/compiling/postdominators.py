"""Where the arms of a branch meet again."""

from __future__ import annotations

from antumbra.program import model as P
from antumbra.semantics.compiling.flow import successors

_EXIT = ""


def immediate_postdominators(procedure: P.Procedure) -> dict[str, str]:
    """Block → the first block that every way from it to a return goes through, where there is one.

    Blocks that end the run (abort, errors) do not count as ways out. The iterative algorithm
    of Cooper, Harvey and Kennedy on the reversed graph.
    """
    blocks = procedure.blocks
    predecessors: dict[str, list[str]] = {label: [] for label in blocks}
    predecessors[_EXIT] = []
    following: dict[str, list[str]] = {}
    for label, block in blocks.items():
        following[label] = [_EXIT] if isinstance(block.terminator, P.Return) else list(successors(block.terminator))
        for target in following[label]:
            predecessors[target].append(label)
    order = _postorder(predecessors)
    number = {label: i for i, label in enumerate(order)}
    result: dict[str, str] = {_EXIT: _EXIT}
    changed = True
    while changed:
        changed = False
        for label in reversed(order):
            if label == _EXIT:
                continue
            best: str | None = None
            for target in following[label]:
                if target not in result:
                    continue
                best = target if best is None else _meet(best, target, result, number)
            if best is not None and result.get(label) != best:
                result[label] = best
                changed = True
    return {label: join for label, join in result.items() if join != _EXIT}


def _meet(a: str, b: str, tree: dict[str, str], number: dict[str, int]) -> str:
    while a != b:
        while number[a] < number[b]:
            a = tree[a]
        while number[b] < number[a]:
            b = tree[b]
    return a


def _postorder(predecessors: dict[str, list[str]]) -> list[str]:
    """Blocks that reach the exit, in postorder of a walk backwards from it."""
    order: list[str] = []
    seen = {_EXIT}
    stack = [(_EXIT, iter(predecessors[_EXIT]))]
    while stack:
        label, rest = stack[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                stack.append((target, iter(predecessors[target])))
                break
        else:
            stack.pop()
            order.append(label)
    return order
