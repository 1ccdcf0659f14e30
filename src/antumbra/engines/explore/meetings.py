"""States that wait for others where the sides of a branch meet, to become one with them.

A group is opened by a branch (``semantics.compiling.meeting``) and closed when each of its states has come to the join
or has ended. Groups are run depth first, before anything else; so what the searcher orders are whole groups. One that
takes too long is given up: its states go on as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from antumbra.program.widths import is_pointer
from antumbra.semantics.compiling.meeting import Meeting
from antumbra.semantics.contract import PathEnded, Pending
from antumbra.semantics.merging import Differences, merged, settle
from antumbra.semantics.state import State
from antumbra.terms import Term

#: effort (engines.effort) after which those who have met do not wait for the others any longer
PATIENCE: Final = 1_000_000
#: states of one group that wait: a loop that each round may leave has as many as rounds
MOST_WAITING: Final = 64


class Group:
    """States that may meet. ``outstanding``: those under way, a group inside this one counted once."""

    __slots__ = ("arrived", "base", "frame", "meeting", "open", "outstanding", "parent", "region")

    def __init__(self, meeting: Meeting, region: int, frame: Any, base: Any, parent: Group | None) -> None:
        self.meeting: Final = meeting
        self.region: Final = region
        self.frame: Final = frame
        #: the trace before the branch
        self.base: Final = base
        self.parent: Final = parent
        self.outstanding = 0
        self.arrived: list[Pending] = []
        self.open = True

    def at(self, state: State, region: int) -> bool:
        return region == self.region and state.frame is self.frame


class Meetings:
    """The groups of an exploration. States know theirs (``State.node``)."""

    def __init__(self, effort: Callable[[], float], wanted: Callable[[Meeting, Pending, Differences], bool]) -> None:
        self._effort = effort
        self._wanted = wanted
        #: states of groups that are to be run, the last one first
        self.inside: list[Pending] = []
        self._groups: dict[Group, None] = {}
        self._until = 0.0
        #: do too many wait?
        self.crowded = False
        self.merged = 0
        self.met = 0

    def __len__(self) -> int:
        """How many states are in groups, but for the one that runs."""
        return len(self.inside) + sum(len(group.arrived) for group in self._groups)

    @staticmethod
    def group(state: State) -> Group | None:
        found: Group | None = state.node
        return found if found is not None and found.open else None

    def arrives(self, state: State, region: int) -> bool:
        group = self.group(state)
        return group is not None and group.at(state, region)

    # ------------------------------------------------------------ forks

    def open(self, children: Sequence[Pending], meeting: Meeting) -> bool | None:
        """Children of a branch whose sides meet. True: go on with the first. None: they are in no group."""
        state = children[0].state
        parent = self.group(state)
        region, frame = meeting.join, state.frame
        if region is None:
            if frame is None:
                return self.add(children)
            region, frame = frame[0], frame[2]
        if parent is not None and parent.region == region and parent.frame is frame:
            return self.add(children)
        if parent is None:
            self._until = self._effort() + PATIENCE
        group = Group(meeting, region, frame, state.trace[3], parent)
        group.outstanding = len(children)
        self._groups[group] = None
        for child in children:
            child.state.node = group
        return self._enter(group, children)

    def add(self, children: Sequence[Pending]) -> bool | None:
        """Children of any other fork. None: they are in no group."""
        group = self.group(children[0].state)
        if group is None:
            return None
        group.outstanding += len(children) - 1
        return self._enter(group, children)

    def _enter(self, group: Group, children: Sequence[Pending]) -> bool:
        """Those that are at the join already wait there; the rest is to be run."""
        first = children[0]
        for child in reversed(children):
            if group.at(child.state, child.region):
                group.arrived.append(child)
                group.outstanding -= 1
            elif child is not first:
                self.inside.append(child)
        self.crowded = self.crowded or len(group.arrived) > MOST_WAITING
        return first not in group.arrived

    # ------------------------------------------------------------ what becomes of a state that ran

    def arrived(self, item: Pending) -> list[Pending] | None:
        """A state has come to the join of its group. As ``ended``."""
        group = self.group(item.state)
        if group is None:
            raise ValueError("a state that waits for nobody")
        group.arrived.append(item)
        return self._less(group)

    def ended(self, state: State) -> list[Pending] | None:
        """A state is over. The states that go on, if the outermost group is closed thereby."""
        group = self.group(state)
        return None if group is None else self._less(group)

    def _less(self, group: Group) -> list[Pending] | None:
        group.outstanding -= 1
        while group.outstanding == 0:
            results = self._close(group)
            parent = group.parent
            if parent is None:
                return results
            parent.outstanding -= 1
            for item in results:
                item.state.node = parent
                if parent.at(item.state, item.region):
                    parent.arrived.append(item)
                else:
                    parent.outstanding += 1
                    self.inside.append(item)
            group = parent
        return None

    def _close(self, group: Group) -> list[Pending]:
        group.open = False
        del self._groups[group]
        results = self._fold(group)
        parent = group.parent
        self.crowded = self.crowded and parent is not None
        if parent is None or not parent.meeting.direct:
            results = [item for item in results if possible(item.state)]
        for item in results:
            item.state.node = parent
        return results

    def give_up(self, running: Pending | None) -> list[Pending] | None:
        """All states, if groups have been open for too long, or too many wait."""
        if not self._groups or (not self.crowded and self._effort() <= self._until):
            return None
        return self.release(running)

    def release(self, running: Pending | None) -> list[Pending]:
        """All states of all groups, which are closed."""
        results: list[Pending] = []
        for group in self._groups:
            group.open = False
            results += self._fold(group)
            if group.parent is None:
                group.meeting.apart += 1000
        results += self.inside
        if running is not None:
            results.append(running)
        self.inside = []
        self._groups = {}
        self.crowded = False
        return [item for item in results if possible(item.state)]

    def _fold(self, group: Group) -> list[Pending]:
        """Those who have met, as few as possible: of states that arrive one after the other, those that have parted
        last become one first."""
        apart: list[Pending] = []
        stack: list[tuple[Pending, int]] = []  # with the length of what it has in common with the one below
        for item in group.arrived:
            shared = _shared(stack[-1][0], item, group.base) if stack else 0
            while len(stack) > 1 and stack[-1][1] >= shared:
                self._merge_top(group, stack, apart)
            stack.append((item, shared))
        while len(stack) > 1:
            self._merge_top(group, stack, apart)
        return [item for item, _ in stack] + apart

    def _merge_top(self, group: Group, stack: list[tuple[Pending, int]], apart: list[Pending]) -> None:
        (below, depth), (top, _) = stack[-2], stack[-1]
        meeting = group.meeting
        self.met += 1
        one = merged(below, top, group.base, lambda found: self._wanted(meeting, below, found))
        del stack[-2:]
        if one is None:
            meeting.apart += 1
            apart.append(top)
            stack.append((below, depth))
        else:
            meeting.merged += 1
            self.merged += 1
            stack.append((one, depth))


def possible(state: State) -> bool:
    """Has a state an execution? Asked before it leaves the stretch that nobody asked about."""
    if state.unsettled is None:
        return True
    try:
        settle(state)
    except PathEnded:
        return False
    return True


def _shared(one: Pending, other: Pending, base: Any) -> int:
    """How many forks two states have in common since the branch."""
    mine, others = _forks(one.state.trace, base), _forks(other.state.trace, base)
    count = 0
    for a, b in zip(mine, others, strict=False):
        if a is not b:
            break
        count += 1
    return count


def _forks(trace: Any, base: Any) -> list[Any]:
    found: list[Any] = []
    while trace is not None and trace is not base:
        found.append(trace)
        trace = trace[3]
    found.reverse()
    return found


def everything(_meeting: Meeting, _item: Pending, _found: Differences) -> bool:
    """Whatever can be merged is."""
    return True


def what_pays(_meeting: Meeting, item: Pending, found: Differences) -> bool:
    """Not where something would be known no longer that addresses or the rounds of loops depend on."""
    compiler = item.state.machine.compiler
    for index, _, a, b in found.registers:
        if (a.__class__ is not Term or b.__class__ is not Term) and (
            compiler.is_pinned(item.region, index) or _is_place(found, a) or _is_place(found, b)
        ):
            return False
    return not any(
        is_pointer(width) and (a.__class__ is not Term or b.__class__ is not Term) for _, _, width, a, b in found.cells
    )


def _is_place(found: Differences, value: Any) -> bool:
    """Is a value an address that the state knows?"""
    return value.__class__ is int and value >= found.one.machine.first_address and bool(found.one.objects.find(value))
