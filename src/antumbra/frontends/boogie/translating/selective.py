"""``{:selective_checking}``: what is claimed before ``assume {:start_checking_here}`` is assumed instead."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.program import model as P
from antumbra.program.graphs.flow import targets_of


def assume_before(blocks: dict[str, P.Block], starts: Mapping[str, int]) -> None:
    """``starts``: labels of blocks in which checking starts, and how many commands come before."""
    checked: set[str] = set()
    work = [target for label in starts if label in blocks for target in targets_of(blocks[label].terminator)]
    while work:
        label = work.pop()
        if label not in checked:
            checked.add(label)
            work.extend(targets_of(blocks[label].terminator))
    for label, block in blocks.items():
        if label in checked:
            continue
        end = starts.get(label, len(block.commands))
        for number, command in enumerate(block.commands[:end]):
            if isinstance(command, P.Assert):
                block.commands[number] = P.Assume(command.condition, command.location)
