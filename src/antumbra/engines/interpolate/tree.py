"""The symbolic execution tree, as far as it is still needed: segments, and what came back from below."""

from __future__ import annotations

from typing import Any

from antumbra.engines.interpolate.formula import Formula
from antumbra.engines.interpolate.table import Point
from antumbra.engines.interpolate.trace import Start
from antumbra.semantics.state import State


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
        "children",
        "exact",
        "final",
        "log",
        "parent",
        "point",
        "results",
        "slot",
        "snapshot",
        "start",
        "values",
    )

    def __init__(self, parent: Node | None, slot: int, start: Start) -> None:
        self.parent = parent
        self.slot = slot
        self.start = start
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
        #: its key in the set of exact states under exploration
        self.exact: Any = None
