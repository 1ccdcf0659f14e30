"""Join straight-line blocks: a block that one goto alone leads to belongs to the block before it.

Edges of branches and switches keep blocks of their own, since coverage names an edge by its block.
"""

from __future__ import annotations

from collections import Counter

from antumbra.program.model import Block, Branch, Goto, Procedure, Switch, Terminator


def targets(terminator: Terminator) -> tuple[str, ...]:
    match terminator:
        case Goto():
            return terminator.targets
        case Branch():
            return (terminator.then, terminator.otherwise)
        case Switch():
            return (*(label for _, label in terminator.cases), terminator.default)
        case _:
            return ()


def tidy(procedure: Procedure) -> Procedure:
    """Unreached blocks go, straight lines become one block. Changes the procedure in place."""
    blocks = procedure.blocks
    entry = next(iter(blocks))
    reached: set[str] = set()
    stack = [entry]
    while stack:
        label = stack.pop()
        if label not in reached:
            reached.add(label)
            stack.extend(targets(blocks[label].terminator))
    entering = Counter(t for label in reached for t in targets(blocks[label].terminator))
    entering[entry] += 1
    absorbed: set[str] = set()
    out: dict[str, Block] = {}
    for label, block in blocks.items():
        if label not in reached or label in absorbed:
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
