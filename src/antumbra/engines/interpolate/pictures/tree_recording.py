"""What a picture of the symbolic execution tree needs to know, taken down while the tree grows."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from antumbra.engines.backward.formula import Formula
from antumbra.engines.backward.trace import Segment, Start
from antumbra.engines.interpolate.dsei import Interpolator
from antumbra.engines.interpolate.pictures.wording import Wording
from antumbra.engines.interpolate.tree.nodes import Node, Result
from antumbra.engines.outcome import PathEnd
from antumbra.program.source import Location
from antumbra.records import dataclass, field
from antumbra.semantics.memory.objects import ObjectTable
from antumbra.semantics.state import State
from antumbra.solvers import PathCondition
from antumbra.terms import Term


@dataclass(slots=True)
class Drawn:
    """A node as it will be drawn. ``by``: the node whose interpolant covers it, or that is an equal state."""

    number: int
    parent: int | None
    start: Start
    function: str
    location: Location | None
    #: kind and text of the edge from its parent
    side: tuple[str, str]
    path: PathCondition
    inputs: dict[Term, str]
    objects: ObjectTable
    result: Result | None = None
    ends: list[PathEnd] = field(default_factory=list[PathEnd])
    how: str = ""  #: its path ended, as a Watcher is told
    pruned: str = ""  #: subsumed, equal or closed
    by: int | None = None
    hidden: int = 0  #: children that are not drawn
    formula: Formula | None = None  #: that covers it
    invariant: Sequence[Term] = ()  #: of its loop, when that was closed


class TreeRecording:
    """A ``Watcher`` that remembers the first ``most`` nodes. ``follow`` runs an interpolator and listens to it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.nodes: dict[int, Drawn] = {}
        self.total = 0
        self.interpolants = 0
        self._segment: tuple[int, Segment] | None = None
        #: whose interpolant a formula is; the formula is kept, so that its identity stays its own
        self._owners: dict[int, tuple[int, Formula]] = {}
        self._finished: dict[object, int] = {}
        #: (number of the last path that ended in a node's segment, node), ascending
        self._ended: deque[tuple[int, int]] = deque()
        self._told = 0

    def follow(self, interpolator: Interpolator) -> None:
        self._interpolator = interpolator
        self.wording = Wording(
            interpolator.machine.program, interpolator.machine.compiler, interpolator.learning.locations
        )
        waiting: deque[PathEnd] = deque()
        for end in interpolator.run():
            waiting.append(end)
            self._settle(waiting)
        self._settle(waiting)

    # ------------------------------------------------------------ as a Watcher

    def begun(self, node: Node, state: State) -> None:
        self.total += 1
        parent = node.parent
        if parent is not None:
            self._attribute(parent)
        if len(self.nodes) >= self._most:
            if parent is not None and (above := self.nodes.get(parent.number)) is not None:
                above.hidden += 1
            return
        function, location = self.wording.place(node.start)
        inputs = self.wording.inputs(state)
        self.nodes[node.number] = Drawn(
            node.number,
            None if parent is None else parent.number,
            node.start,
            function,
            location,
            ("plain", "") if parent is None else self._side(parent, node, state.path, inputs),
            state.path,
            inputs,
            state.objects,
        )

    def ended(self, node: Node, how: str) -> None:
        self._attribute(node)
        seen = self.nodes.get(node.number)
        if seen is not None:
            seen.how = how

    def closed(self, node: Node, invariant: Sequence[Term]) -> None:
        # what was learnt meanwhile was learnt to close this loop
        for _, formula in self._interpolator.learning.table:
            self._owners.setdefault(id(formula), (node.number, formula))
        seen = self.nodes.get(node.number)
        if seen is not None:
            seen.pruned = "closed"
            seen.invariant = tuple(invariant)

    def pruned(self, node: Node, by: Formula | None) -> None:
        seen = self.nodes.get(node.number)
        if seen is None or seen.pruned:
            return
        seen.pruned = "equal" if by is None else "subsumed"
        seen.formula = by
        if by is not None:
            owner = self._owners.get(id(by))
            seen.by = None if owner is None else owner[0]
        else:
            above = node.parent
            while above is not None and (above.exact is None or above.exact.key != node.exact.key):
                above = above.parent
            seen.by = self._finished.get(node.exact.key) if above is None else above.number

    def learnt(self, node: Node, result: Result) -> None:
        if isinstance(result, Formula) and node.point is not None:
            self.interpolants += 1
            self._owners.setdefault(id(result), (node.number, result))
        seen = self.nodes.get(node.number)
        if seen is None:
            return
        seen.result = result
        if node.exact is not None and node.exact.concrete:
            self._finished.setdefault(node.exact.key, node.number)

    # ------------------------------------------------------------ how it knows

    def _attribute(self, node: Node) -> None:
        """Paths that have ended by now ended in this node's segment, or in one that is already known."""
        paths = self._interpolator.recording.paths
        if paths != self._told:
            self._told = paths
            self._ended.append((paths, node.number))

    def _settle(self, waiting: deque[PathEnd]) -> None:
        """Give ended paths to the nodes that they ended in, as far as these are known by now."""
        ended = self._ended
        while waiting and ended and waiting[0].number <= ended[-1][0]:
            while ended[0][0] < waiting[0].number:
                ended.popleft()
            node = self.nodes.get(ended[0][1])
            end = waiting.popleft()
            if node is not None:
                node.ends.append(end)

    def _side(self, parent: Node, node: Node, path: PathCondition, inputs: dict[Term, str]) -> tuple[str, str]:
        """Which way a fork went; nodes at cut points follow without one."""
        if parent.final is not None:
            return "plain", ""
        if self._segment is None or self._segment[0] != parent.number:
            self._segment = (parent.number, self._interpolator.learning.reader.read(parent.start, parent.log))
        entry = self._interpolator.machine.compiler.entries[node.start.region]
        kind, text = self.wording.side(self._segment[1], entry.label)
        if not text and kind != "plain" and (conditions := path.conditions()):
            # the source has no name for what was decided on, but it is about inputs
            text = self.wording.conditions(conditions[-1:], inputs)[0]
        return kind, text
