"""Join straight-line blocks: a block that one goto alone leads to belongs to the block before it.

Edges of branches and switches keep blocks of their own, since coverage names an edge by its block.
"""

from __future__ import annotations

from antumbra.program.model import Block, Branch, Goto, Procedure, Switch, Terminator


def targets(terminator: Terminator) -> tuple[str, ...]:
    match terminator:
        case Branch():
            return (terminator.then, terminator.otherwise)
        case Goto():
            return terminator.targets
        case Switch():
            return (*(label for _, label in terminator.cases), terminator.default)
        case _:
            return ()


def tidy(procedure: Procedure) -> Procedure:
    """Unreached blocks go, straight lines become one block. Changes the procedure in place."""
    blocks = procedure.blocks
    entry = next(iter(blocks))
    #: how often a block that is reached is named by another
    entering: dict[str, int] = {entry: 1}
    stack = [entry]
    while stack:
        for target in targets(blocks[stack.pop()].terminator):
            if target not in entering:
                entering[target] = 0
                stack.append(target)
            entering[target] += 1
    absorbed: set[str] = set()
    out: dict[str, Block] = {}
    for label, block in blocks.items():
        if label not in entering or label in absorbed:
            continue
        while isinstance(block.terminator, Goto) and len(block.terminator.targets) == 1:
            (following,) = block.terminator.targets
            if entering[following] != 1 or following == label:
                break
            absorbed.add(following)
            out.pop(following, None)
            tail = blocks[following]
            block.commands.extend(tail.commands)
            block.terminator = tail.terminator
        out[label] = block
    procedure.blocks = {label: block for label, block in out.items() if label not in absorbed}
    return procedure
