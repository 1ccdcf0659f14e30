"""A layered drawing of a directed graph: where boxes go and how edges run between them.

Sugiyama's method: cycles are cut at retreating edges, nodes get layers by longest path, long edges get
a place in every layer they pass, sweeps of barycentres reduce crossings, and coordinates come from least
squares under the separation constraints of each layer (solved exactly by pooling adjacent violators).

Edges run downwards. An edge that closes a loop leaves its box at the bottom like any other, turns, rises in a
lane of its own and enters its target from above, so that it is seen as what it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from antumbra.program.graphs import algorithms as graph
from antumbra.records import dataclass

#: more places than this for long edges, and edges with the same target share theirs
BUNDLE_ABOVE = 3_000
_BOX_GAP = 26.0
_LANE_GAP = 14.0
_SWEEPS = 8
#: room that each edge has at its box, if the box is wide enough
NARROWEST = 40.0
#: how far an edge runs straight before it bends: room for its text
_STUB = 14.0
#: height of a loop edge's turn
_TURN = 34.0
_ANYWHERE = (float("-inf"), float("inf"))


@dataclass(frozen=True, slots=True)
class Segment:
    """A cubic curve from the point before it, through two control points, to ``end``."""

    first: tuple[float, float]
    second: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Route:
    start: tuple[float, float]
    segments: tuple[Segment, ...]
    #: closes a loop
    back: bool

    @property
    def end(self) -> tuple[float, float]:
        return self.segments[-1].end


@dataclass(frozen=True, slots=True)
class Drawing:
    """Top-left corners of the boxes and routes of the edges, in the order they were given."""

    corners: tuple[tuple[float, float], ...]
    routes: tuple[Route, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Place:
    """A box or a lane's place in one layer."""

    layer: int
    width: float
    height: float
    lane: bool
    x: float = 0.0


def draw(
    sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]], room: Sequence[float] | None = None
) -> Drawing:
    """Draw boxes of the given (width, height) with ``edges`` between their numbers; box 0 is the entry.

    ``room`` is the width that each edge wants where it leaves its box, for its text.
    """
    if not sizes:
        return Drawing((), (), 0.0, 0.0)
    return _Layout(sizes, edges, room or [0.0] * len(edges)).drawing()


class _Layout:
    def __init__(
        self, sizes: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]], room: Sequence[float]
    ) -> None:
        self.edges = edges
        self.room = room
        self.boxes = len(sizes)
        layers, self.back = _layers(len(sizes), edges)
        self.places = [_Place(layers[i], width, height, lane=False) for i, (width, height) in enumerate(sizes)]
        self.above: list[list[int]] = [[] for _ in sizes]
        self.below: list[list[int]] = [[] for _ in sizes]
        #: per edge, the places it passes between its ends, in the direction of the drawing (downwards)
        self.lanes: list[list[int]] = []
        self._add_lanes()
        self.rows: list[list[int]] = [[] for _ in range(max(layers) + 1)]
        self._order()
        self._coordinates()
        self.tops, self.bottoms = self._heights()

    # ------------------------------------------------------------ places for edges

    def _add_lanes(self) -> None:
        spans = [self._span(number) for number in range(len(self.edges))]
        bundle = sum(max(0, last - first) for first, last in spans) > BUNDLE_ABOVE
        shared: dict[tuple[int, bool, int], int] = {}
        linked: set[tuple[int, int]] = set()
        for number, (first, last) in enumerate(spans):
            source, target = self.edges[number]
            back = self.back[number]
            chain: list[int] = []
            for layer in range(first, last + 1):
                key = (target, back, layer)
                place = shared.get(key) if bundle else None
                if place is None:
                    place = len(self.places)
                    self.places.append(_Place(layer, 0.0, 0.0, lane=True))
                    self.above.append([])
                    self.below.append([])
                    shared[key] = place
                chain.append(place)
            self.lanes.append(chain)
            ends = chain if back else [source, *chain, target]
            for one, other in pairwise(ends):
                if (one, other) not in linked:
                    linked.add((one, other))
                    self.below[one].append(other)
                    self.above[other].append(one)

    def _span(self, number: int) -> tuple[int, int]:
        """First and last layer in which the edge needs a place; a loop's edge also beside both its boxes."""
        source, target = (self.places[end].layer for end in self.edges[number])
        return (target, source) if self.back[number] else (source + 1, target - 1)

    # ------------------------------------------------------------ order within layers

    def _order(self) -> None:
        for place in self._first_order():
            self.rows[self.places[place].layer].append(place)
        rank = [0] * len(self.places)
        for row in self.rows:
            for position, place in enumerate(row):
                rank[place] = position
        #: a loop lane's ends have no neighbour beyond; they follow the box they turn to
        follow: dict[int, int] = {}
        for number, (source, target) in enumerate(self.edges):
            if self.back[number]:
                follow[self.lanes[number][0]] = target
                follow.setdefault(self.lanes[number][-1], source)
        best = [list(row) for row in self.rows]
        fewest = self._crossings(rank)
        for sweep in range(_SWEEPS):
            if not fewest:
                break
            downwards = sweep % 2 == 0
            near = self.above if downwards else self.below
            for row in self.rows if downwards else reversed(self.rows):
                centre: dict[int, float] = {}
                for place in row:
                    neighbours = near[place] or near[follow.get(place, place)]
                    total = sum(rank[other] for other in neighbours)
                    centre[place] = total / len(neighbours) if neighbours else float(rank[place])
                row.sort(key=lambda place: (centre[place], rank[place]))
                for position, place in enumerate(row):
                    rank[place] = position
            crossings = self._crossings(rank)
            if crossings < fewest:
                fewest = crossings
                best = [list(row) for row in self.rows]
        self.rows = best

    def _first_order(self) -> list[int]:
        """Depth first, a lane beside the box that its edge leaves."""
        follower: dict[int, list[int]] = {}
        for number, (source, target) in enumerate(self.edges):
            if self.lanes[number]:
                follower.setdefault(target if self.back[number] else source, []).extend(self.lanes[number])
        order: dict[int, None] = {}
        for root in range(self.boxes):
            stack = [root]
            while stack:
                place = stack.pop()
                if place in order:
                    continue
                order[place] = None
                for lane in follower.get(place, ()):
                    order.setdefault(lane, None)
                stack.extend(reversed([other for other in self.below[place] if not self.places[other].lane]))
        return list(order)

    def _crossings(self, rank: list[int]) -> int:
        """Crossings between neighbouring layers, counted with a Fenwick tree."""
        total = 0
        for row, following in pairwise(self.rows):
            tree = [0] * (len(following) + 1)
            seen = 0
            for place in row:
                ends = sorted(rank[other] for other in self.below[place])
                for end in ends:
                    index = end + 1
                    smaller = 0
                    while index:
                        smaller += tree[index]
                        index &= index - 1
                    total += seen - smaller
                for end in ends:
                    seen += 1
                    index = end + 1
                    while index <= len(following):
                        tree[index] += 1
                        index += index & -index
        return total

    # ------------------------------------------------------------ coordinates

    def _coordinates(self) -> None:
        places = self.places
        for row in self.rows:
            x = 0.0
            for position, place in enumerate(row):
                if position:
                    x += self._distance(row[position - 1], place)
                places[place].x = x
        for sweep in range(_SWEEPS):
            downwards = sweep % 2 == 0
            last = sweep >= _SWEEPS - 2
            for row in self.rows if downwards else reversed(self.rows):
                wanted: list[float] = []
                weights: list[float] = []
                for place in row:
                    near = self.above[place] if downwards else self.below[place]
                    if last or not near:
                        near = self.above[place] + self.below[place]
                    weight = total = 0.0
                    for other in near:
                        pull = 8.0 if places[place].lane and places[other].lane else 1.0
                        weight += pull
                        total += pull * places[other].x
                    wanted.append(total / weight if weight else places[place].x)
                    weights.append(weight or 0.1)
                self._settle(row, wanted, weights)
        for _ in range(3):
            self._straighten()
        left = min(place.x - place.width / 2 for place in places)
        for place in places:
            place.x -= left

    def _distance(self, left: int, right: int) -> float:
        one, other = self.places[left], self.places[right]
        gap = _LANE_GAP if one.lane and other.lane else _BOX_GAP
        return (one.width + other.width) / 2 + gap

    def _settle(self, row: list[int], wanted: list[float], weights: list[float]) -> None:
        """Move the row as near to ``wanted`` as separation allows: weighted isotonic regression."""
        offset = 0.0
        offsets: list[float] = []
        pools: list[tuple[float, float, int]] = []  # mean, weight, members
        for position, place in enumerate(row):
            if position:
                offset += self._distance(row[position - 1], place)
            offsets.append(offset)
            mean, weight, members = wanted[position] - offset, weights[position], 1
            while pools and pools[-1][0] > mean:
                other, heavy, count = pools.pop()
                mean = (mean * weight + other * heavy) / (weight + heavy)
                weight += heavy
                members += count
            pools.append((mean, weight, members))
        position = 0
        for mean, _, members in pools:
            for place in row[position : position + members]:
                self.places[place].x = mean + offsets[position]
                position += 1

    def _straighten(self) -> None:
        """Move runs of places of one edge to one x, where their neighbours leave room."""
        beside: dict[int, tuple[float, float]] = {}
        before: dict[int, int] = {}
        after: dict[int, int] = {}
        for row in self.rows:
            for one, other in pairwise(row):
                before[other], after[one] = one, other
        done: set[int] = set()
        for chain in self.lanes:
            run: list[int] = []
            low, high = float("-inf"), float("inf")
            for lane in [*chain, -1]:
                if lane >= 0 and lane not in done:
                    left, right = before.get(lane), after.get(lane)
                    beside[lane] = (
                        float("-inf") if left is None else self.places[left].x + self._distance(left, lane),
                        float("inf") if right is None else self.places[right].x - self._distance(lane, right),
                    )
                    lowest, highest = max(low, beside[lane][0]), min(high, beside[lane][1])
                    if lowest <= highest:
                        run.append(lane)
                        low, high = lowest, highest
                        continue
                self._align(run, low, high)
                done.update(run)
                run, (low, high) = ([lane], beside[lane]) if lane >= 0 and lane not in done else ([], _ANYWHERE)

    def _align(self, run: list[int], low: float, high: float) -> None:
        if len(run) > 1:
            wanted = sorted(self.places[lane].x for lane in run)[len(run) // 2]
            x = min(max(wanted, low), high)
            for lane in run:
                self.places[lane].x = x

    def _heights(self) -> tuple[list[float], list[float]]:
        """Top and bottom of each layer; busier gaps are higher, and long slants need room."""
        tops: list[float] = []
        bottoms: list[float] = []
        turns = any(
            back and not self.places[target].layer for back, (_, target) in zip(self.back, self.edges, strict=True)
        )
        y = _TURN if turns else 0.0
        for row in self.rows:
            tops.append(y)
            y += max((self.places[place].height for place in row), default=0.0)
            bottoms.append(y)
            reach = max(
                (abs(self.places[place].x - self.places[other].x) for place in row for other in self.below[place]),
                default=0.0,
            )
            y += 54.0 + min(70.0, reach / 12)
        return tops, bottoms

    # ------------------------------------------------------------ result

    def drawing(self) -> Drawing:
        leave, enter = self._ports()
        routes = tuple(self._route(number, leave[number], enter[number]) for number in range(len(self.edges)))
        corners = tuple((place.x - place.width / 2, self.tops[place.layer]) for place in self.places[: self.boxes])
        width = max(place.x + place.width / 2 for place in self.places)
        return Drawing(corners, routes, width, self.bottoms[-1] + (_TURN if any(self.back) else 0.0))

    def _ports(self) -> tuple[list[float], list[float]]:
        """Where each edge leaves and enters, spread over the box in the order of where it goes."""
        leave = [0.0] * len(self.edges)
        enter = [0.0] * len(self.edges)
        outgoing: list[list[tuple[float, int]]] = [[] for _ in range(self.boxes)]
        incoming: list[list[tuple[float, int]]] = [[] for _ in range(self.boxes)]
        for number, (source, target) in enumerate(self.edges):
            chain = self.lanes[number]
            if self.back[number]:
                chain = chain[::-1]
            outgoing[source].append((self.places[chain[0] if chain else target].x, number))
            incoming[target].append((self.places[chain[-1] if chain else source].x, number))
        for box, group in enumerate(outgoing):
            group.sort()
            self._spread(self.places[box], group, [max(NARROWEST, self.room[number]) for _, number in group], leave)
        for box, group in enumerate(incoming):
            group.sort()
            self._spread(self.places[box], group, [NARROWEST] * len(group), enter)
        return leave, enter

    def _spread(self, box: _Place, group: list[tuple[float, int]], widths: list[float], port: list[float]) -> None:
        scale = min(1.0, (box.width - 8.0) / max(1.0, sum(widths)))
        at = box.x - sum(widths) * scale / 2
        for (_, number), width in zip(group, widths, strict=True):
            port[number] = at + width * scale / 2
            at += width * scale

    def _route(self, number: int, leave: float, enter: float) -> Route:
        source, target = (self.places[end] for end in self.edges[number])
        lanes = [self.places[lane] for lane in self.lanes[number]]
        start = (leave, self.tops[source.layer] + source.height)
        path = _Path(start)
        path.line(leave, self.bottoms[source.layer] + _STUB)
        if self.back[number]:
            lanes.reverse()
            path.turn(lanes[0].x, self.bottoms[source.layer], _TURN)
            for lane in lanes:
                path.curve(lane.x, self.bottoms[lane.layer])
                path.line(lane.x, self.tops[lane.layer])
            path.turn(enter, self.tops[target.layer], -_TURN - 8.0)
        else:
            for lane in lanes:
                path.curve(lane.x, self.tops[lane.layer])
                path.line(lane.x, self.bottoms[lane.layer])
            path.curve(enter, self.tops[target.layer])
        return Route(start, tuple(path.segments), self.back[number])


class _Path:
    """Builds a route; all curves begin and end vertically."""

    def __init__(self, start: tuple[float, float]) -> None:
        self.at = start
        self.segments: list[Segment] = []

    def line(self, x: float, y: float) -> None:
        if (x, y) != self.at:
            self._add(self.at, (x, y), (x, y))

    def curve(self, x: float, y: float) -> None:
        if (x, y) != self.at:
            middle = (self.at[1] + y) / 2
            self._add((self.at[0], middle), (x, middle), (x, y))

    def turn(self, x: float, y: float, beyond: float) -> None:
        self._add((self.at[0], self.at[1] + beyond), (x, y + beyond), (x, y))

    def _add(self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]) -> None:
        self.segments.append(Segment(first, second, end))
        self.at = end


def _layers(count: int, edges: Sequence[tuple[int, int]]) -> tuple[list[int], list[bool]]:
    """Layer of every node (longest path from an entry) and which edges close loops."""
    successors: dict[int, tuple[int, ...]] = dict.fromkeys(range(count), ())
    following: list[list[int]] = [[] for _ in range(count)]
    for source, target in edges:
        following[source].append(target)
    for node in range(count):
        successors[node] = tuple(following[node])
    # a virtual root makes unreachable nodes part of the walk; box 0 first, so that it is on top
    successors[-1] = tuple(range(count))
    closing = set(graph.retreating_edges(-1, successors))
    layers = [0] * count
    for node in graph.reverse_postorder(-1, successors):
        for target in successors[node] if node >= 0 else ():
            if (node, target) not in closing:
                layers[target] = max(layers[target], layers[node] + 1)
    return layers, [edge in closing for edge in edges]
