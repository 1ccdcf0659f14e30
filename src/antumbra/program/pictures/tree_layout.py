"""A drawing of a tree with further edges across it: subtrees side by side, as near as they go without touching.

Reingold and Tilford's drawing for boxes of different widths: each subtree has a left and a right outline, a place
in every layer, and goes beside its elder siblings by the largest overlap of outlines. A parent stands above the
middle of its children, or above one that is much deeper than the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra.program.pictures.layout import Drawing, Route, Segment
from antumbra.records import dataclass

_BOX_GAP = 22.0
_LAYER_GAP = 44.0
#: how far an edge across the tree swings out
_SWING = 46.0

#: how many times as deep as its siblings a subtree is that goes straight on
_TRUNK = 3

Size = tuple[float, float]
Point = tuple[float, float]


@dataclass(slots=True)
class _Outline:
    """Left and right ends of a subtree in each layer, from its root downwards, relative to the root's middle.

    Kept deepest layer first, so that a parent's own layer is appended.
    """

    left: list[float]
    right: list[float]


def draw_tree(sizes: Sequence[Size], edges: Sequence[tuple[int, int]], room: Sequence[float] | None = None) -> Drawing:
    """As ``layout.draw``. An edge to a later box is the tree's (one for each box but the first), one to an earlier
    box goes across it."""
    if not sizes:
        return Drawing((), (), 0.0, 0.0)
    children: list[list[int]] = [[] for _ in sizes]
    parent = [-1] * len(sizes)
    for source, target in edges:
        if source < target:
            if parent[target] >= 0:
                raise ValueError(f"box {target} has two parents")
            parent[target] = source
            children[source].append(target)
    widths = [max(width, 0.0) for width, _ in sizes]
    middles = _middles(widths, parent, children)
    tops, height = _tops(sizes, parent)
    corners = tuple((x - w / 2, y) for x, w, y in zip(middles, widths, tops, strict=True))
    shift = -min(x for x, _ in corners)
    corners = tuple((x + shift, y) for x, y in corners)
    routes = tuple(
        _down(corners, sizes, source, target, children[source])
        if source < target
        else _across(corners, sizes, source, target)
        for source, target in edges
    )
    del room  # boxes are as wide as the texts below them
    furthest = [x + w for (x, _), w in zip(corners, widths, strict=True)]
    swings = [point[0] for route in routes for s in route.segments for point in (s.first, s.second)]
    return Drawing(corners, routes, max([*furthest, *swings]), height)


def _middles(widths: Sequence[float], parent: Sequence[int], children: Sequence[Sequence[int]]) -> list[float]:
    """Of the boxes; several trees stand side by side."""
    offsets = [0.0] * len(widths)  # from the parent's middle
    outlines: dict[int, _Outline] = {}
    for node in range(len(widths) - 1, -1, -1):  # children have greater numbers
        outlines[node] = _placed(widths[node], children[node], outlines, offsets)
    roots = [node for node, above in enumerate(parent) if above < 0]
    _placed(0.0, roots, outlines, offsets)
    middles: list[float] = []
    for node, above in enumerate(parent):
        middles.append(offsets[node] + (middles[above] if above >= 0 else 0.0))
    return middles


def _placed(width: float, below: Sequence[int], outlines: dict[int, _Outline], offsets: list[float]) -> _Outline:
    """Put the subtrees below a node side by side; the outline of all."""
    if not below:
        return _Outline([-width / 2], [width / 2])
    deep = [len(outlines[child].left) for child in below]
    joined = outlines.pop(below[0])
    at = [0.0]
    for child in below[1:]:
        outline = outlines.pop(child)
        depth = min(len(joined.right), len(outline.left))
        apart = max(a - b for a, b in zip(joined.right[-depth:], outline.left[-depth:], strict=True)) + _BOX_GAP
        at.append(apart)
        left = [x + apart for x in outline.left]
        right = [x + apart for x in outline.right]
        # layers that only one of them has are its own
        joined.left = left[: max(0, len(left) - len(joined.left))] + joined.left
        joined.right = joined.right[: max(0, len(joined.right) - len(right))] + right
    middle = (at[0] + at[-1]) / 2
    deepest = deep.index(max(deep))
    if deep[deepest] >= _TRUNK * max((d for i, d in enumerate(deep) if i != deepest), default=0):
        # a long subtree beside short ones goes straight on: else a tree of a loop runs off to one side
        middle = at[deepest]
    for child, place in zip(below, at, strict=True):
        offsets[child] = place - middle
    return _Outline([*(x - middle for x in joined.left), -width / 2], [*(x - middle for x in joined.right), width / 2])


def _tops(sizes: Sequence[Size], parent: Sequence[int]) -> tuple[list[float], float]:
    depths: list[int] = []
    for above in parent:
        depths.append(depths[above] + 1 if above >= 0 else 0)
    heights = [0.0] * (max(depths) + 1)
    for depth, (_, height) in zip(depths, sizes, strict=True):
        heights[depth] = max(heights[depth], height)
    tops = [0.0]
    for height in heights:
        tops.append(tops[-1] + height + _LAYER_GAP)
    return [tops[depth] for depth in depths], tops[-1] - _LAYER_GAP


def _down(corners: Sequence[Point], sizes: Sequence[Size], source: int, target: int, siblings: Sequence[int]) -> Route:
    """From the parent's lower side, where each child has its share, to the middle of the child's upper side."""
    (x, y), (width, height) = corners[source], sizes[source]
    start = (x + width * (siblings.index(target) + 0.5) / len(siblings), y + height)
    end = (corners[target][0] + sizes[target][0] / 2, corners[target][1])
    # the texts stand just below the start
    bend = (start[0], start[1] + 16.0)
    middle = (bend[1] + end[1]) / 2
    return Route(start, (Segment(start, bend, bend), Segment((bend[0], middle), (end[0], middle), end)), back=False)


def _across(corners: Sequence[Point], sizes: Sequence[Size], source: int, target: int) -> Route:
    """From a side of the box to the side of the other that faces it."""
    (x, y), (width, height) = corners[source], sizes[source]
    (other, top), (wide, high) = corners[target], sizes[target]
    from_y, to_y = y + height / 2, top + high / 2
    if other + wide < x:
        start, end, out, back = (x, from_y), (other + wide, to_y), -_SWING, _SWING
    elif x + width < other:
        start, end, out, back = (x + width, from_y), (other, to_y), _SWING, -_SWING
    else:
        start, end, out, back = (x + width, from_y), (other + wide, to_y), _SWING, _SWING
    return Route(start, (Segment((start[0] + out, start[1]), (end[0] + back, end[1]), end),), back=False)
