"""Line and branch coverage of a run, and how far regions are from code not yet covered."""

from __future__ import annotations

from collections import Counter

from antumbra.program import model as P
from antumbra.program.contracts import CALLED
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.semantics.compiling.flow import successors
from antumbra.semantics.machine import Machine
from antumbra.semantics.profile import Costs, Profile


@dataclass(slots=True)
class FunctionLines:
    """What a run reached of one function: where it begins, whether it was entered, its lines."""

    line: int
    entered: bool = False
    lines: dict[int, bool] = field(default_factory=dict[int, bool])


@dataclass(frozen=True, slots=True)
class Side:
    """One way out of a branch. ``reached`` is whether the branch was, ``taken`` whether this way was."""

    line: int
    branch: int
    side: int
    reached: bool
    taken: bool
    function: str


@dataclass(frozen=True, slots=True)
class HotSpot:
    """What was executed and asked at one line of a function. ``seconds`` are the solver's."""

    file: str
    function: str
    line: int
    instructions: int = 0
    forks: int = 0
    queries: int = 0
    solver_queries: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Coverage:
    """``lines``: file → line → covered. ``branches``: file → sides. ``functions``: file → name → its lines.

    Copies of one function, which each file has that includes its header, count as one.
    """

    lines: dict[str, dict[int, bool]] = field(default_factory=dict[str, dict[int, bool]])
    branches: dict[str, list[Side]] = field(default_factory=dict[str, list[Side]])
    functions: dict[str, dict[str, FunctionLines]] = field(default_factory=dict[str, dict[str, FunctionLines]])
    places: set[Location] = field(default_factory=set[Location])  #: of commands in blocks that were reached
    covered_blocks: int = 0
    total_blocks: int = 0
    #: what places cost, where that was counted
    hot: list[HotSpot] = field(default_factory=list[HotSpot])


#: file, line, function, how manieth branch of the function, how many sides
_Branch = tuple[str, int, str, int, int]


def measure(machine: Machine) -> Coverage:
    """Coverage by source line: a line is covered if a block with a command on it was reached."""
    result = Coverage(total_blocks=len(machine.covered), covered_blocks=sum(machine.covered))
    branches: dict[_Branch, list[tuple[bool, bool]]] = {}
    for name, procedure in machine.program.procedures.items():
        _measure_procedure(machine, name, procedure, result, branches)
    for number, ((file, line, function, _, _), sides) in enumerate(branches.items()):
        rows = result.branches.setdefault(file, [])
        rows += [Side(line, number, side, hit, taken, function) for side, (hit, taken) in enumerate(sides)]
    if machine.profile is not None:
        result.hot = _hot_spots(machine, machine.profile)
    return result


def _hot_spots(machine: Machine, profile: Profile) -> list[HotSpot]:
    """By file, function and line. Code without a place counts for its function, at line 0."""
    instructions: Counter[tuple[str, str, int]] = Counter()
    costs: dict[tuple[str, str, int], Costs] = {}
    for (name, label), number in machine.compiler.block_numbers.items():
        entries = profile.entries[number]
        if entries:
            procedure = machine.program.procedures[name]
            block = procedure.blocks[label]
            for command in (*block.commands, block.terminator):
                instructions[_place(command.location or procedure.location, name)] += entries
    for site, found in profile.sites.items():
        total = costs.setdefault(_place(*machine.sites[site]), Costs())
        total.forks += found.forks
        total.queries += found.queries
        total.solver_queries += found.solver_queries
        total.solver_seconds += found.solver_seconds
    result: list[HotSpot] = []
    for key in sorted(instructions.keys() | costs.keys()):
        c = costs.get(key, Costs())
        result.append(HotSpot(*key, instructions[key], c.forks, c.queries, c.solver_queries, c.solver_seconds))
    return result


def _place(location: Location | None, procedure: str) -> tuple[str, str, int]:
    if location is None:
        return "", procedure, 0
    return location.file, location.function or procedure, location.line


def _measure_procedure(
    machine: Machine,
    name: str,
    procedure: P.Procedure,
    result: Coverage,
    branches: dict[_Branch, list[tuple[bool, bool]]],
) -> None:
    covered = {label: bool(machine.covered[machine.compiler.block_numbers[name, label]]) for label in procedure.blocks}
    place = procedure.location
    shown = place.function or name if place is not None else name
    if shown.startswith(CALLED):  # its lines are those of clauses, not of code
        result.places |= {
            command.location
            for label, block in procedure.blocks.items()
            for command in (*block.commands, block.terminator)
            if covered[label] and command.location is not None
        }
        return
    own: FunctionLines | None = None
    if place is not None and place.line:
        own = result.functions.setdefault(place.file, {}).setdefault(shown, FunctionLines(place.line))
        own.entered = own.entered or covered[next(iter(procedure.blocks))]
    number = 0
    for label, block in procedure.blocks.items():
        hit = covered[label]
        for command in (*block.commands, block.terminator):
            location = command.location
            if location is None or not location.line:
                continue
            if hit:
                result.places.add(location)
            lines = result.lines.setdefault(location.file, {})
            lines[location.line] = lines.get(location.line, False) or hit
            if own is not None and place is not None and location.file == place.file:
                own.lines[location.line] = own.lines.get(location.line, False) or hit
        location = block.terminator.location
        # what has no place of its own has the procedure's: where scopes end, compilers branch by themselves
        has_place = location is not None and location.line and location != place
        if isinstance(block.terminator, P.Branch | P.Switch) and location is not None and has_place:
            targets = successors(block.terminator)
            key = (location.file, location.line, shown, number, len(targets))
            before = branches.get(key, [(False, False)] * len(targets))
            branches[key] = [
                (reached or hit, taken or (hit and covered[target]))
                for (reached, taken), target in zip(before, targets, strict=True)
            ]
            number += 1


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
