"""SYMBOLICEXEC (Fig. 5): depth-first execution, cut where an abstract state repeats on the path.

The paper explores a tree. Here a symbolic state that was explored before, on whatever path, is not explored again if
every abstract state at which its exploration was cut also lies on the new path: then the tree below would hold nothing
new, so exactly the paper's states are explored, and Theorem 2 (monotonicity) still holds. Only when that means too much
exploring again (``PATIENCE``), a state that was explored before is left alone whatever the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from antumbra import terms as T
from antumbra.engines.abstract.checking.automorphism import Turn
from antumbra.engines.abstract.exploring.abstraction import Abstraction, Move
from antumbra.engines.abstract.exploring.states import Abstract, Following, State
from antumbra.records import dataclass, field
from antumbra.terms import Term

#: re-explorations per state on average, before identical states are shared without condition
PATIENCE = 1
#: visits of symbolic states that are few, and how many for each abstract state are many
FEW = 500
MANY = 10


class TooManyPaths(Exception):  # noqa: N818 - the same states come back on too many paths
    """Matching along the path explores many symbolic states for each abstract one."""


class Edge(NamedTuple):
    """An abstract transition that some symbolic state takes.

    Where symmetry is used, ``target`` is the representative of the state that the transition leads to, ``reached``.
    """

    source: Abstract
    move: int  #: the transition's number
    target: Abstract
    reached: Abstract


@dataclass(slots=True)
class Model:
    """The abstract transition system M_a, with what the exploration knows about it."""

    initial: dict[Abstract, None] = field(default_factory=dict[Abstract, None])
    #: edge → the move; in the order they were found
    edges: dict[Edge, Move] = field(default_factory=dict[Edge, Move])
    loops: set[Edge] = field(default_factory=set[Edge])  #: ``inf``; the others are ``fin``
    stops: dict[Abstract, None] = field(default_factory=dict[Abstract, None])  #: where a match cut the exploration
    abstract: dict[Abstract, None] = field(default_factory=dict[Abstract, None])
    #: symbolic states in the order they were found, with their successors
    states: dict[State, list[Following]] = field(default_factory=dict[State, list[Following]])
    roots: list[Following] = field(default_factory=list[Following])  #: ``move`` is the number of the initial transition
    explored_again: int = 0
    #: the transitions of a path to an error, the initial one first
    error: tuple[int, ...] | None = None

    def open_stops(self) -> dict[Abstract, None]:
        """Where a match cut the exploration of a state that was not explored elsewhere either."""
        return {
            one.abstract: None
            for following in self.states.values()
            for one in following
            if one.matched and one.state not in self.states
        }

    def fin(self) -> Iterator[Edge]:
        return (e for e in self.edges if e not in self.loops)

    def reachable(self, start: dict[Abstract, None]) -> dict[Abstract, None]:
        following: dict[Abstract, list[Abstract]] = {}
        for edge in self.edges:
            following.setdefault(edge.source, []).append(edge.target)
        found = dict(start)
        pending = list(start)
        while pending:
            for target in following.get(pending.pop(), ()):
                if target not in found:
                    found[target] = None
                    pending.append(target)
        return found


@dataclass(slots=True)
class _Frame:
    """One state on the path. ``low``: the highest place on the path that a loop through here comes back to."""

    state: State
    abstract: Abstract
    move: int
    turn: Turn | None
    via: Edge | None
    pending: Iterator[tuple[Move, Abstract, Following]]
    low: int
    hits: set[Abstract]


def symbolic_exec(
    space: Abstraction,
    most: int,
    tick: Callable[[], None],
    *,
    everywhere: bool = False,
    share_all: bool = False,
    bounded: bool = False,
) -> Model:
    """The abstract transition system; stops at the first error. ``tick`` may raise.

    ``everywhere``: match abstract states met on any path, not only on the current one. Faster, but not monotone.
    ``share_all``: never explore a symbolic state twice, whatever the path. As good where nothing is cut in the end.
    ``bounded``: raises TooManyPaths where there are many more symbolic states than abstract ones.
    """
    return _Exec(space, most, tick, everywhere=everywhere, share_all=share_all, bounded=bounded).run()


class _Exec:
    def __init__(
        self,
        space: Abstraction,
        most: int,
        tick: Callable[[], None],
        *,
        everywhere: bool,
        share_all: bool,
        bounded: bool,
    ) -> None:
        self.bounded = bounded
        self.visits = 0
        self.everywhere = everywhere
        self.share_all = share_all
        self.space = space
        self.most = most
        self.tick = tick
        self.model = Model()
        self.done: dict[State, frozenset[Abstract]] = {}
        self.path: list[_Frame] = []
        self.on_path: dict[Abstract, int] = {}

    def run(self) -> Model:
        model = self.model
        for number, start in self.space.initial():
            for state, abstract in self.space.split(start, feasible=not start.condition):
                root = self._representative(number, state, abstract)
                model.initial.setdefault(root.abstract)
                model.roots.append(root)
        for root in model.roots:
            if self._explore(root):
                break
        return model

    def _representative(self, number: int, state: State, abstract: Abstract) -> Following:
        symmetry = self.space.symmetry
        if symmetry is None:
            return Following(number, state, abstract, False)
        state, abstract, turn = symmetry.representative(state, abstract)
        return Following(number, state, abstract, False, turn)

    def _explore(self, root: Following) -> bool:
        """Explore from an initial state; True when an error was found."""
        if self._push(root, None):
            return True
        while self.path:
            frame = self.path[-1]
            step = next(frame.pending, None)
            if step is None:
                self._pop()
                continue
            move, reached, after = step
            target = after.abstract
            edge = Edge(frame.abstract, move.number, target, reached)
            self.model.edges.setdefault(edge, move)
            depth = self.on_path.get(target)
            if depth is None and self.everywhere and target in self.model.abstract:
                depth = len(self.path) - 1
            if depth is None:
                self.model.states[frame.state].append(after)
                if self._push(after, edge):
                    return True
            else:
                self.model.states[frame.state].append(after._replace(matched=True))
                self._matched(edge, target, depth)
        return False

    def _matched(self, edge: Edge, target: Abstract, depth: int) -> None:
        """A lasso: LOOP are the edges from ``depth`` on, STEM those before; ``low`` remembers until the frames go."""
        model, frame = self.model, self.path[-1]
        model.stops.setdefault(target)
        model.loops.add(edge)
        frame.low = min(frame.low, depth)
        if not self.share_all:
            frame.hits.add(target)

    def _push(self, found: Following, via: Edge | None) -> bool:
        """Go on at a state, unless that would find nothing new; True when it is an error."""
        model = self.model
        state, abstract, move, turn = found.state, found.abstract, found.move, found.turn
        model.abstract.setdefault(abstract)
        self.tick()
        if self.space.bad(abstract):
            model.error = self._way((*((f.move, f.turn) for f in self.path), (move, turn)))
            model.states.setdefault(state, [])
            return True
        known = self.done.get(state)
        if known is not None:
            if (
                self.share_all
                or known <= self.on_path.keys()
                or model.explored_again > PATIENCE * len(model.states) + 1000
            ):
                self._shared(known)
                return False
            model.explored_again += 1
        if len(model.states) > self.most:
            raise MemoryError(f"more than {self.most} symbolic states")
        self.visits += 1
        if self.bounded and self.visits > FEW + MANY * len(model.abstract):
            raise TooManyPaths
        model.states[state] = []
        depth = len(self.path)
        self.path.append(_Frame(state, abstract, move, turn, via, self._successors(state, abstract), depth, set()))
        self.on_path[abstract] = depth
        return False

    def _way(self, path: tuple[tuple[int, Turn | None], ...]) -> tuple[int, ...]:
        """The transitions of a real path."""
        symmetry = self.space.symmetry
        if symmetry is None:
            return tuple(number for number, _ in path)
        return symmetry.unfolded([(number, turn or symmetry.identity) for number, turn in path])

    def _shared(self, hits: frozenset[Abstract]) -> None:
        """What lies below was explored before: its loops close on this path too."""
        self.space.counts.shared += 1
        if not self.path:
            return
        frame = self.path[-1]
        for hit in hits:
            depth = self.on_path.get(hit)
            if depth is not None:
                frame.low = min(frame.low, depth)
                frame.hits.add(hit)

    def _pop(self) -> None:
        frame = self.path.pop()
        del self.on_path[frame.abstract]
        frame.hits.discard(frame.abstract)
        self.done[frame.state] = frozenset(frame.hits)
        if frame.via is not None and frame.low < len(self.path):
            self.model.loops.add(frame.via)
        if self.path:
            above = self.path[-1]
            above.low = min(above.low, frame.low)
            above.hits |= frame.hits

    def _successors(self, state: State, abstract: Abstract) -> Iterator[tuple[Move, Abstract, Following]]:
        space = self.space
        for move in space.enabled(abstract):
            fresh = constants_in(state) if move.inputs else 0
            after = space.apply(state, move, fresh)
            for found, target in space.split(after, feasible=not move.open_guard):
                yield move, target, self._representative(move.number, found, target)


def constants_in(state: State) -> int:
    """The number of the first symbolic constant that the state does not use."""
    free = frozenset[Term]().union(*(T.free_variables(t) for t in (*state.values, *state.condition)))
    return 1 + max((int(v.data[1:]) for v in free), default=-1)
