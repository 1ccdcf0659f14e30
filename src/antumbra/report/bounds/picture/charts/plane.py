"""Two inputs: a plane of cells, each of one kind where that was shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.charts.scale import Scale, scaled
from antumbra.report.bounds.picture.charts.ticks import spread, ticks
from antumbra.report.bounds.picture.ink import Figure
from antumbra.report.bounds.picture.parts import borders as B
from antumbra.report.bounds.picture.parts.axis import Axis, Form, Number, Span
from antumbra.report.bounds.picture.parts.cells import Cell, cells
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.line import window_of
from antumbra.report.bounds.picture.parts.space import Space
from antumbra.report.bounds.picture.points import Points
from antumbra.terms import Term

#: cuts of one axis that are labelled
_MOST_CUTS: Final = 10
_MARGIN: Final = 16.0
#: lines across the other axis along which borders are looked for
_LINES: Final = 24
#: places of tests that are looked at
_MOST_PLACES: Final = 8
_FINEST: Final = 1.6
#: values of each axis under the magnifying glass, their size, and from which share of mixed cells on there is one
_GLASS: Final = 24
_DOT: Final = 11.0
_COARSE: Final = 0.25


def plane(space: Space, points: Points, *, width: float, height: float, glass: bool = True) -> Figure:
    """``glass``: whether there is room for a few values one by one, where the plane is too coarse."""
    looked = _Looked(space, points)
    across, up = looked.scales(width, height, closely=False)
    found = _cells(space, across, up)
    if not looked.kinds <= {cell.kind for cell in found}:
        across, up = looked.scales(width, height, closely=True)
        found = _cells(space, across, up)
    left = _MARGIN + 22 + max(ink.wide(tick.text) for tick in ticks(up))
    body, bottom = _frame(across, up, left, found)
    marks, tests, pairs = _marks(space, across, up, points)
    body.append(f'<g transform="translate({left:.0f} 28)">{"".join(marks)}</g>')
    kinds = {cell.kind for cell in found}
    about = f"{space.axes[0].parameter.name} to the right, {space.axes[1].parameter.name} upwards."
    if not (across.linear and up.linear):
        about += " Stretches of an axis have scales of their own; in those marked // a value has less room."
    hidden = not looked.kinds <= kinds
    if glass and not space.open and (hidden or _share(found, across, up) > _COARSE):
        lines, bottom, seen = _glass(space, points, left, bottom + 12)
        body.extend(lines)
        kinds |= seen
    name = f"{space.axes[0].parameter.name} × {space.axes[1].parameter.name}"
    size = left + width + 24
    return Figure(name, about, size, bottom + 6, tuple(body), frozenset(kinds), tests=tests, pairs=pairs)


def _cells(space: Space, across: Scale, up: Scale) -> list[Cell]:
    def length(number: int, span: Span) -> float:
        start, end = (across, up)[number].pixels(span)
        return end - start

    roots = list(product([p.span for p in across.parts], [p.span for p in up.parts]))
    return cells(space, roots, length, finest=_FINEST)


# ---------------------------------------------------------------- scales


class _Looked:
    """A look along lines in both directions: which kinds there are, and where they change."""

    def __init__(self, space: Space, points: Points) -> None:
        self._space: Final = space
        self._numbers: Final = [B.numbers_in(axis, space.claims.values()) for axis in space.axes]
        self._places: Final[list[list[Number]]] = []
        self._windows: Final[list[Span]] = []
        for axis, numbers in zip(space.axes, self._numbers, strict=True):
            places = [axis.position(value) for value in points.positions(axis.variable)]
            self._places.append(places[:_MOST_PLACES])
            self._windows.append(window_of(axis, numbers, places))
        self.kinds: Final[set[Kind]] = set()
        self._changes: Final = [self._along(number) for number in (0, 1)]
        self.kinds.discard(Kind.MIXED)

    def scales(self, width: float, height: float, *, closely: bool) -> tuple[Scale, Scale]:
        """``closely``: what is small is drawn large."""
        space = self._space
        spans: list[list[Span]] = []
        for i, axis in enumerate(space.axes):
            cuts = self._cuts(i, closely=closely)
            window = self._windows[i].finite
            if axis.least is None and window is not None:
                cuts.update((window[0], window[1] if axis.dense else window[1] + 1))
            spans.append(B.between(axis, axis.least, axis.greatest, cuts))
        busy = [[False] * len(side) for side in spans]
        for (i, a), (j, b) in product(enumerate(spans[0]), enumerate(spans[1])):
            if space.whole((a, b)) is Kind.MIXED:
                busy[0][i] = busy[1][j] = True
        across = scaled(space.axes[0], spans[0], busy[0], width)
        return across, scaled(space.axes[1], spans[1], busy[1], height)

    def _cuts(self, number: int, *, closely: bool) -> set[Number]:
        axis, lines = self._space.axes[number], self._changes[number]
        found: set[Number] = set() if axis.infinities is None else {axis.infinities[0], axis.infinities[1] + 1}
        if axis.dense:
            return found.union(self._numbers[number][:_MOST_CUTS])
        if self._space.axes[1 - number].form is Form.BOOL:
            lines = [line for line in lines for _ in (1, 2)]
        found.update(B.straight(lines, most=_MOST_CUTS))
        ends = self._windows[number].finite
        if closely and ends is not None:
            found.update(B.small_parts(lines, (ends[1] - ends[0]) // 64)[:_MOST_CUTS])
        return found

    def _along(self, number: int) -> list[list[Number]]:
        """Where kinds change along an axis, on lines through values of the other."""
        space, axis, other = self._space, self._space.axes[number], 1 - number
        ends = self._windows[number].finite
        if axis.dense or ends is None:
            return []
        near = self._numbers[number]
        along = sorted({*B.probes(axis, self._windows[number], near), *self._places[number]})
        lines: list[list[Number]] = []
        for at in _lines_across(space.axes[other], self._windows[other], self._numbers[other], self._places[other]):

            def kind_at(position: Number, at: Number = at) -> Kind:
                kind = space.at((position, at) if number == 0 else (at, position))
                self.kinds.add(kind)
                return kind

            changes = [] if B.is_dense(kind_at, *ends) else B.changes(kind_at, along, most=B.BUSY)
            lines.append(changes if len(changes) < B.BUSY else [])
        return lines


def _lines_across(axis: Axis, window: Span, numbers: Sequence[Number], places: Sequence[Number]) -> list[Number]:
    """Beside numbers of conditions, through tests, and spread out."""
    ends = window.finite
    if ends is None:
        return []
    low, high = ends
    near = sorted({n + step for n in numbers for step in (-1, 0, 1)}) if not axis.dense else list(numbers)
    near = near[:: len(near) // _LINES + 1]
    steps = [Fraction(high - low) * i / 11 for i in range(12)]
    spaced = [low + (step if axis.dense else int(step)) for step in steps]
    return sorted(n for n in {*near, *places, *spaced} if low <= n <= high)


# ---------------------------------------------------------------- drawing


def _frame(across: Scale, up: Scale, left: float, found: Sequence[Cell]) -> tuple[list[str], float]:
    width, height = across.length, up.length
    top = 28.0
    lines = [ink.label(_MARGIN, 16, f"↑ {up.axis.title}", role="name")]
    lines.append(f'<g transform="translate({left:.0f} {top:.0f})">')
    lines.extend(_filled(found, across, up))
    lines.append(ink.rectangle("frame", 0, 0, width, height))
    lines.extend(_upright(up))
    labels, bottom = _level(across, height)
    lines.extend(labels)
    lines.append("</g>")
    y = top + bottom + 18
    title = f"{across.axis.title} →"
    lines.append(ink.label(max(ink.wide(title) * 1.1, left + width), y, title, role="name", anchor="end"))
    return lines, y + 4


def _filled(found: Sequence[Cell], across: Scale, up: Scale) -> Iterator[str]:
    boxes: dict[Kind, list[_Box]] = {}
    for cell in found:
        x0, x1 = map(round, across.pixels(cell.box[0]))
        y0, y1 = (round(up.length - y) for y in up.pixels(cell.box[1]))
        boxes.setdefault(cell.kind, []).append((y1, y0, x0, x1))
    for kind in Kind:
        if kind in boxes:
            shapes = _joined([(x0, x1, y0, y1) for y0, y1, x0, x1 in _joined(boxes[kind])])
            yield ink.path(f"cells {kind.value}", "".join(f"M{x0} {y0}H{x1}V{y1}H{x0}z" for x0, x1, y0, y1 in shapes))


#: from, to in one direction, from, to in the other
_Box = tuple[int, int, int, int]


def _joined(boxes: Sequence[_Box]) -> list[_Box]:
    """Boxes with the same ends in the first direction that touch in the second are one."""
    found: list[_Box] = []
    for a, b, c, d in sorted(boxes):
        if found and found[-1][:2] == (a, b) and found[-1][3] == c:
            found[-1] = (a, b, found[-1][2], d)
        else:
            found.append((a, b, c, d))
    return found


def _upright(up: Scale) -> Iterator[str]:
    marks = ticks(up)
    pixels = [up.length - tick.pixel for tick in reversed(marks)]
    places = spread(pixels, 13, 0, up.length)
    for tick, pixel, place in zip(reversed(marks), pixels, places, strict=True):
        yield ink.path("tick", f"M0 {pixel:.1f}h-5L-10 {place:.1f}h-3")
        yield ink.label(-16, place + 4, tick.text, anchor="end")
    for part in up.compressed():
        yield ink.zigzag(0, up.length - part.gap, upright=True)


def _level(across: Scale, height: float) -> tuple[list[str], float]:
    marks = ticks(across)
    lines = [ink.zigzag(part.gap, height) for part in across.compressed()]
    places = [(tick.pixel - ink.wide(tick.text) / 2, tick.pixel + ink.wide(tick.text) / 2) for tick in marks]
    if len(places) > 1:
        end = across.length + 20
        last = ink.wide(marks[-1].text)
        places[-1] = (min(places[-1][0], end - last), min(places[-1][1], end))
    rows = ink.rows_of(places, most=2)
    if rows is not None:
        for tick, place, row in zip(marks, places, rows, strict=True):
            lines.append(ink.path("tick", f"M{tick.pixel:.1f} {height:.1f}v{6 + 15 * row}"))
            lines.append(ink.label(sum(place) / 2, height + 19 + 15 * row, tick.text, anchor="middle"))
        return lines, height + 20 + 15 * max(rows)
    spots = spread([tick.pixel for tick in marks], 13, 0, across.length)
    for tick, spot in zip(marks, spots, strict=True):
        lines.append(ink.path("tick", f"M{tick.pixel:.1f} {height:.1f}v4L{spot:.1f} {height + 9:.1f}v2"))
        lines.append(ink.label(spot + 4, height + 14, tick.text, anchor="end", turn=True))
    return lines, height + 18 + max(ink.wide(tick.text) for tick in marks)


def _marks(space: Space, across: Scale, up: Scale, points: Points) -> tuple[list[str], bool, bool]:
    first, second = space.axes
    lines: list[str] = []
    pairs = tests = 0

    def place(env: Mapping[Term, Any]) -> tuple[float, float]:
        x = across.centre(first.position(env.get(first.variable, 0)))
        return x, up.length - up.centre(second.position(env.get(second.variable, 0)))

    for pair in points.pairs:
        if in_section(space, pair.fails) and in_section(space, pair.passes):
            x, y = place(pair.fails)
            a, b = (first.position(env.get(first.variable, 0)) for env in (pair.fails, pair.passes))
            c, d = (second.position(env.get(second.variable, 0)) for env in (pair.fails, pair.passes))
            x = x if a == b else across.border(a, b)
            y = y if c == d else up.length - up.border(c, d)
            title = f"{_said(space, pair.fails)} fails, {_said(space, pair.passes)} does not"
            level = "left" if a < b else "right"
            side = level if a != b else "down" if c < d else "up"
            lines.append(ink.diamond(x, y, title, side))
            pairs += 1
    for test in points.tests:
        if in_section(space, test.env):
            x, y = place(test.env)
            lines.append(ink.cross(x, y, f"clause {test.number}: {_said(space, test.env)} fails"))
            tests += 1
    return lines, bool(tests), bool(pairs)


def in_section(space: Space, env: Mapping[Term, Any]) -> bool:
    """Whether a point lies in the plane: inputs that are not drawn have the values that they have there."""
    return all(env.get(variable, 0) == value for variable, value in space.fixed.items())


def _said(space: Space, env: Mapping[Term, Any]) -> str:
    places = [(axis, axis.position(env.get(axis.variable, 0))) for axis in space.axes]
    return ", ".join(f"{axis.parameter.name} = {axis.text(place)}" for axis, place in places)


# ---------------------------------------------------------------- magnified


def _share(found: Sequence[Cell], across: Scale, up: Scale) -> float:
    """How much of the picture is mixed."""
    mixed = 0.0
    for cell in found:
        if cell.kind is Kind.MIXED:
            (a, b), (c, d) = across.pixels(cell.box[0]), up.pixels(cell.box[1])
            mixed += (b - a) * (d - c)
    return mixed / (across.length * up.length)


def _glass(space: Space, points: Points, left: float, y: float) -> tuple[list[str], float, set[Kind]]:
    first, second = space.axes
    if first.dense or second.dense:
        return [], y, set()
    envs = [test.env for test in points.tests if in_section(space, test.env)] or [{}]
    sides = [_values(axis, axis.position(envs[0].get(axis.variable, 0))) for axis in space.axes]
    size = _DOT * len(sides[1])
    lines = [
        ink.label(
            _MARGIN,
            y + 12, "Magnified, value by value: " + ", ".join(
                f"{axis.parameter.name} = {axis.text(side[0])} … {axis.text(side[-1])}"
                for axis, side in zip(space.axes, sides, strict=True)
            )
        )
    ]  # fmt: skip
    texts: dict[Kind, list[str]] = {}
    for (i, a), (j, b) in product(enumerate(sides[0]), enumerate(sides[1])):
        shape = f"M{i * _DOT:.0f} {size - (j + 1) * _DOT:.0f}h{_DOT:.0f}v{_DOT:.0f}h-{_DOT:.0f}z"
        texts.setdefault(space.at((a, b)), []).append(shape)
    lines.append(f'<g transform="translate({left:.0f} {y + 20:.0f})">')
    lines.extend(ink.path(f"cells {kind.value}", "".join(texts[kind])) for kind in Kind if kind in texts)
    lines.append(ink.rectangle("frame", 0, 0, _DOT * len(sides[0]), size))
    lines.append("</g>")
    return lines, y + 26 + size, set(texts)


def _values(axis: Axis, centre: Number) -> list[Number]:
    start = centre - _GLASS // 2
    if axis.least is not None and axis.greatest is not None:
        start = max(axis.least, min(start, axis.greatest - _GLASS + 1))
    return [start + i for i in range(_GLASS) if axis.greatest is None or start + i <= axis.greatest]
