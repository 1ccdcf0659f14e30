"""Sides of branches that a path could not take, and that come back to it by assignments alone (see steps.Detour).

What the path needs where both meet is enough for the other side, too: so the reason why it is safe need not say which
side was taken. Only branches that unknowns decided are looked at: where values did, they are named anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from antumbra.engines.backward.locations import Locations
from antumbra.engines.backward.steps import Assigned, Detour, Implied, Joined, Place, Step
from antumbra.program import model as P
from antumbra.records import replace

#: blocks of a detour
LONGEST = 4

#: the number of a branch among the steps, and what its detour assigns
_Waiting = tuple[int, tuple[Assigned, ...]]


class Detours:
    """Of one segment whose ``steps`` are being read."""

    def __init__(self, program: P.Program, locations: Locations, steps: list[Step]) -> None:
        self._program = program
        self._locations = locations
        self._steps = steps
        self._waiting: dict[tuple[int, Place], list[_Waiting]] = {}

    def leave(self, depth: int, place: Place, block: P.Block, to: str, left: Sequence[Step]) -> None:
        """A block was left by the last steps, ``left``: what it implies, and then what it has assigned."""
        terminator = block.terminator
        if not left or not isinstance(left[0], Implied) or not isinstance(terminator, P.Branch):
            return
        branch = len(self._steps) - len(left)
        before = tuple(step for step in left if isinstance(step, Assigned))
        other = terminator.otherwise if to == terminator.then else terminator.then
        for label, assigned in self._ways(depth, place[0], other):
            self._waiting.setdefault((depth, (place[0], label)), []).append((branch, (*before, *assigned)))

    def arrive(self, depth: int, place: Place) -> None:
        """The path enters a block."""
        found = self._waiting.pop((depth, place), None)
        if found is None:
            return
        at = len(self._steps)
        self._steps.append(Joined())
        for branch, assigned in found:
            step = self._steps[branch]
            if isinstance(step, Implied) and step.detour is None:
                self._steps[branch] = replace(step, detour=Detour(assigned, at))

    def end(self, depth: int) -> None:
        """A frame is left: who comes to its blocks again is called from elsewhere."""
        self._waiting = {key: those for key, those in self._waiting.items() if key[0] < depth}

    def _ways(self, depth: int, procedure: str, label: str) -> Iterator[tuple[str, tuple[Assigned, ...]]]:
        """The blocks that come after a side's first one, and what is assigned before them."""
        blocks = self._program.procedures[procedure].blocks
        assigned: list[Assigned] = []
        for _ in range(LONGEST):
            yield label, tuple(assigned)
            block = blocks[label]
            if (
                not only_assigns(block)
                or not isinstance(block.terminator, P.Goto)
                or len(block.terminator.targets) != 1
            ):
                return
            local, term = self._locations.local, self._locations.term
            for command in block.commands:
                if isinstance(command, P.Assign):
                    targets = tuple(local(depth, target) for target in command.targets)
                    assigned.append(Assigned(targets, tuple(term(depth, value) for value in command.values)))
            label = block.terminator.targets[0]


def only_assigns(block: P.Block) -> bool:
    return all(isinstance(command, P.Assign) for command in block.commands)
