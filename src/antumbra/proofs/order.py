"""The order of the walk: whatever may still come to a place comes before what is there goes on.

Blocks are numbered so that those of a loop come together, before what follows the loop (a weak topological order:
Bourdoncle, Efficient chaotic iteration strategies with widenings, 1993). So states meet where their ways meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

from antumbra.program import model as P
from antumbra.program.graphs.algorithms import strongly_connected_components
from antumbra.program.graphs.flow import FlowGraph
from antumbra.proofs.joining import joined
from antumbra.proofs.state import Frame, State
from antumbra.terms import Sort, Term

#: rounds of loops that depend on unknowns before what follows them is looked at, and how many more the next time
FIRST_ROUNDS = 8
MORE_ROUNDS = 4

Key = tuple[tuple[tuple[int, int, str], ...], tuple[int, ...]]


#: effort of a part of what two states know that become one: each exit of a loop knows all that went before
PART = 0.1


def _parts(state: State) -> int:
    """Conditions of the state, and those of the disjunctions that earlier joins have left among the last of them."""
    condition = state.condition
    if condition is None:
        return 0
    return condition.length + sum(len(way.args) for way in condition.term.args)


class Orders:
    """The numbers of blocks, by procedure."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, int]] = {}
        self._graphs: dict[str, FlowGraph] = {}

    def graph(self, procedure: P.Procedure) -> FlowGraph:
        found = self._graphs.get(procedure.name)
        if found is None:
            found = self._graphs[procedure.name] = FlowGraph(procedure)
        return found

    def is_head(self, frame: Frame) -> bool:
        """Does a loop begin here?"""
        return frame.label in self.graph(frame.procedure).loop_heads

    def number(self, procedure: P.Procedure, label: str) -> int:
        known = self._known.get(procedure.name)
        if known is None:
            graph = self.graph(procedure)
            known = self._known[procedure.name] = numbered(graph.reverse_postorder, graph.successors)
        return known[label]

    def key(self, state: State) -> Key:
        """Where a state is, to compare: who is behind goes first."""
        return tuple(map(self._place, state.frames)), tuple(rounds.number for rounds in state.rests)

    def _place(self, frame: Frame) -> tuple[int, int, str]:
        return self.number(frame.procedure, frame.label), frame.index, frame.procedure.name


def numbered(labels: Sequence[str], successors: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Numbers of blocks: a loop's before those behind it. ``labels`` in reverse postorder."""
    result: dict[str, int] = {}
    work: list[tuple[str, ...]] = [tuple(labels)]
    while work:
        part = work.pop()
        if len(part) == 1:
            result[part[0]] = len(result)
            continue
        if len(part) > 1 and part[0] == "":
            # a loop: its head, then the rest of it without the ways back to the head
            result[part[1]] = len(result)
            part = part[2:]
        inside = frozenset(part)
        position = {label: i for i, label in enumerate(part)}
        edges = {label: tuple(s for s in successors[label] if s in inside) for label in part}
        components = strongly_connected_components(edges)
        pieces: list[tuple[str, ...]] = []
        for component in reversed(components):
            ordered = tuple(sorted(component, key=lambda label: position[label]))
            pieces.append(ordered if len(ordered) == 1 else ("", *ordered))
        work.extend(reversed(pieces))
    return result


class Queue:
    """States that wait, those at the same place as one."""

    def __init__(
        self,
        orders: Orders,
        unknown: Callable[[str, Sort], Term],
        *,
        merging: bool,
        spend: Callable[[float], None],
        ordered: bool = False,
    ) -> None:
        """``spend`` is told what joining states takes. ``ordered``: so do those that are not joined."""
        self._orders = orders
        self._unknown = unknown
        self._spend = spend
        self._merging = merging
        self._waiting: dict[Key, State] = {}
        self._heap: list[Key] = []
        self._stack: list[State] = []
        self._ordered = ordered
        self._behind: list[tuple[Key, int, State]] = []
        self._added = 0
        self._parked: list[State] = []
        self._allowed = FIRST_ROUNDS
        self._rounds: dict[tuple[str, str], int] = {}
        self.joins = 0

    def allows(self, frame: Frame) -> bool:
        """May another round of a loop, or recursive call, begin now whose end the program alone does not decide?"""
        place = (frame.procedure.name, frame.label)
        self._rounds[place] = self._rounds.get(place, 0) + 1
        return self._rounds[place] <= self._allowed

    def park(self, state: State) -> None:
        """Go on with a state when nothing else is left: what follows what has no end is looked at as well."""
        self._parked.append(state)

    def add(self, state: State) -> None:
        if self._ordered:
            self._added += 1
            heappush(self._behind, (self._orders.key(state), self._added, state))
            return
        if not self._merging:
            self._stack.append(state)
            return
        key = self._orders.key(state)
        known = self._waiting.get(key)
        if known is None:
            self._waiting[key] = state
            heappush(self._heap, key)
        else:
            self.joins += 1
            self._spend(PART * (_parts(known) + _parts(state)))
            self._waiting[key] = joined(known, state, self._unknown)

    def pop(self) -> State | None:
        if self._behind:
            return heappop(self._behind)[2]
        if self._stack:
            return self._stack.pop()
        if not self._heap and self._parked:
            self._allowed *= MORE_ROUNDS
            parked, self._parked = self._parked, []
            for state in parked:
                self.add(state)
        return self._waiting.pop(heappop(self._heap)) if self._heap else None
