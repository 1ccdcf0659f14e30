"""The symbolic execution tree, as far as it is still needed: segments, and what came back from below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from antumbra.engines.backward.formula import Formula
from antumbra.engines.backward.trace import Point, Start
from antumbra.semantics.state import State
from antumbra.terms import Term


class Proved:
    """A subtree without violations of which no reason is known that other states could be tested against."""


PROVED = Proved()


class GivenUp:
    """A subtree that was not explored to its end: it proves nothing."""


GIVEN_UP = GivenUp()

#: what a finished subtree gives
Result = Formula | Proved | GivenUp


class Node:
    """A segment of execution and the nodes that follow it."""

    __slots__ = (
        "behind_call",
        "children",
        "clean",
        "effort",
        "exact",
        "final",
        "log",
        "number",
        "outcome",
        "parent",
        "point",
        "results",
        "slot",
        "snapshot",
        "start",
        "unlearned",
        "values",
    )

    def __init__(self, parent: Node | None, slot: int, start: Start, number: int = 0) -> None:
        self.parent = parent
        self.slot = slot
        self.start = start
        self.number = number
        self.log: list[Any] = []
        #: the cut point it starts at, if it does
        self.point: Point | None = None
        #: the state at its start (or at a fork, before its side was chosen), to test what is learnt
        self.snapshot: State | None = None
        self.values: tuple[Any, ...] = ()
        #: the block that it went to at its end: a cut point
        self.final: str | None = None
        self.children: list[Node] = []
        self.results: list[Result | None] = []
        #: the state at its start, in the set of exact states
        self.exact: Any = None
        #: does it begin behind a call that was not entered? Then no reason can be carried back to its parent
        self.behind_call = False
        #: of a root: what the whole tree gave
        self.outcome: Result | None = None
        #: what its subtree takes to explore without pruning, as far as that is done (``economy.accounts``)
        self.effort = 0.0
        #: states that are explored below it without a tree of their own, and whether those before ended well
        self.unlearned = 0
        self.clean = True

    def is_above(self, other: Node) -> bool:
        """Is this node the other one, or an ancestor of it?"""
        node: Node | None = other
        while node is not None and node is not self:
            node = node.parent
        return node is self

    def same_point_above(self, point: Point) -> Node | None:
        """The nearest node, from this one upwards, that starts at a cut point."""
        node: Node | None = self
        while node is not None and node.point != point:
            node = node.parent
        return node


class Watcher(Protocol):
    """Told how the tree grows. Nodes are known by their numbers; they are forgotten as soon as they can be."""

    def begun(self, node: Node, state: State) -> None:
        """A node was added below its parent (at a cut point, at a fork, or as the root), in this state."""
        ...

    def ended(self, node: Node, how: str) -> None:
        """A path ended in a node's segment."""
        ...

    def closed(self, node: Node, invariant: Sequence[Term]) -> None:
        """A node will be pruned since all iterations of its loop were explored at once; what they have in common."""
        ...

    def pruned(self, node: Node, by: Formula | None) -> None:
        """A node is not explored: a formula covers it, its loop was closed, or a state has an equal ``exact``."""
        ...

    def learnt(self, node: Node, result: Result) -> None:
        """What a finished node says of its start; while it is at a cut point, others may be pruned by that."""
        ...
