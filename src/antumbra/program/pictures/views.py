"""What pages show of an analysis, as plain values: engines make them, reports render them."""

from __future__ import annotations

from typing import Literal

from antumbra.program.pictures.picture import Picture
from antumbra.program.source import Location
from antumbra.program.steps import TraceStep
from antumbra.records import dataclass


@dataclass(frozen=True, slots=True)
class TreeNode:
    """All that is said about a node. Its number is its position from 1; other nodes are known by their position."""

    number: int
    parent: int | None
    children: tuple[int, ...]
    function: str
    location: Location | None
    #: its line in the source, where that is at hand
    line: str
    #: kind and text of the edge from its parent
    side: tuple[str, str]
    path: tuple[str, ...]
    #: entry, return, error, pruned, open or empty
    role: str
    #: why it ended, if a path did in it
    ends: tuple[str, ...]
    #: the interpolant; None if there is none, with the reason in ``status``
    interpolant: tuple[str, ...] | None
    memory: tuple[str, ...]
    status: str
    #: subsumed or equal, with the node that covers it; or closed, with its loop's invariant as the interpolant
    hidden: int = 0  #: children that are not drawn
    pruned: str = ""
    by: int | None = None
    #: nodes that it covers
    covers: tuple[int, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.function}:{self.location.line}" if self.location and self.location.line else self.function


@dataclass(frozen=True, slots=True)
class Tree:
    """``title`` sums it up, and says what is missing if something is."""

    title: str
    nodes: tuple[TreeNode, ...]


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration of an abstract analysis; ``new`` are the predicates that it was the first to have."""

    number: int
    symbolic: int
    abstract: int
    queries: int
    seconds: float
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """An abstract analysis. ``claim``: what is violated, what closed the proof, or why there is neither.

    ``open_edges``: of some abstract transitions it is not known whether they are exact.
    """

    name: str
    verdict: Literal["safe", "unsafe", "unknown"]
    claim: str
    iterations: tuple[Iteration, ...]
    trace: tuple[TraceStep, ...] = ()
    open_edges: bool = False


@dataclass(frozen=True, slots=True)
class EngineView:
    """What an engine has built of a program: drawn, and what a page says of it."""

    name: str
    picture: Picture
    about: Tree | Analysis


@dataclass(frozen=True, slots=True)
class RegionStep:
    """A step of an analysis with region graphs: which graph, what happened, and the graph then.

    Pictures of the same ``run`` have the same boxes and edges. ``depth``: analyses around it, of callers.
    """

    graph: int
    iteration: int
    sentence: str
    picture: Picture
    run: int
    depth: int


@dataclass(frozen=True, slots=True)
class Regions:
    """``graphs``: what each is about; ``ends``: each as it was in the end."""

    name: str
    title: str
    graphs: tuple[str, ...]
    steps: tuple[RegionStep, ...]
    ends: tuple[Picture, ...]
