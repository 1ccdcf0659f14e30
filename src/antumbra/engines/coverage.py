"""Line and branch coverage of a run, and how far regions are from code not yet covered."""

from __future__ import annotations

from dataclasses import dataclass, field

from antumbra.program import model as P
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.machine import Machine


@dataclass(slots=True)
class Coverage:
    """``lines``: file → line → covered. ``branches``: file → (line, number, side, covered) rows. ``functions``: file →
    name → (line, covered)."""

    lines: dict[str, dict[int, bool]] = field(default_factory=dict[str, dict[int, bool]])
    branches: dict[str, list[tuple[int, int, int, bool]]] = field(
        default_factory=dict[str, list[tuple[int, int, int, bool]]]
    )
    functions: dict[str, dict[str, tuple[int, bool]]] = field(default_factory=dict[str, dict[str, tuple[int, bool]]])
    covered_blocks: int = 0
    total_blocks: int = 0


def measure(machine: Machine) -> Coverage:
    """Coverage by source line: a line is covered if a block with a command on it was reached."""
    result = Coverage(total_blocks=len(machine.covered), covered_blocks=sum(machine.covered))
    numbers = machine.compiler.block_numbers
    branch_number = 0
    for name, procedure in machine.program.procedures.items():
        place = procedure.location
        if place is not None and place.line:
            entered = bool(machine.covered[numbers[name, next(iter(procedure.blocks))]])
            result.functions.setdefault(place.file, {})[place.function or name] = (place.line, entered)
        for label, block in procedure.blocks.items():
            hit = bool(machine.covered[numbers[name, label]])
            for command in (*block.commands, block.terminator):
                location = command.location
                if location is not None and location.line:
                    lines = result.lines.setdefault(location.file, {})
                    lines[location.line] = lines.get(location.line, False) or hit
            terminator = block.terminator
            location = terminator.location
            if isinstance(terminator, P.Branch | P.Switch) and location is not None and location.line:
                rows = result.branches.setdefault(location.file, [])
                for side, target in enumerate(successors(terminator)):
                    rows.append(
                        (location.line, branch_number, side, hit and bool(machine.covered[numbers[name, target]]))
                    )
                branch_number += 1
    return result


class Distances:
    """Blocks to the nearest uncovered block, within a procedure.

    Coverage is looked at again only after as many questions as there are blocks (by count, not by time: the search
    must be the same in each run), so that a question costs a constant time in the long run.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._covered = -1
        self._asked = 0
        self._predecessors: dict[str, dict[str, list[str]]] = {}
        self._distance: dict[tuple[str, str], int] = {}

    def __call__(self, region: int) -> int | None:
        machine = self._machine
        if self._asked <= 0:
            self._asked = max(64, len(machine.covered))
            covered = sum(machine.covered)
            if covered != self._covered:
                self._covered = covered
                self._refresh()
        self._asked -= 1
        entry = machine.compiler.entries[region]
        return self._distance.get((entry.procedure, entry.label))

    def _refresh(self) -> None:
        machine = self._machine
        numbers = machine.compiler.block_numbers
        self._distance = {}
        for name, procedure in machine.program.procedures.items():
            predecessors = self._predecessors.get(name)
            if predecessors is None:
                predecessors = self._predecessors[name] = _predecessors(procedure)
            level = [label for label in procedure.blocks if not machine.covered[numbers[name, label]]]
            distance = 0
            seen = set(level)
            while level:
                following: list[str] = []
                for label in level:
                    self._distance[name, label] = distance
                    for source in predecessors[label]:
                        if source not in seen:
                            seen.add(source)
                            following.append(source)
                level = following
                distance += 1


def _predecessors(procedure: P.Procedure) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {label: [] for label in procedure.blocks}
    for label, block in procedure.blocks.items():
        for target in successors(block.terminator):
            found[target].append(label)
    return found
