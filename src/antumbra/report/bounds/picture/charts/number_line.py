"""One input: a number line, its stretches labelled with their exact ends, tests above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.charts.scale import Scale, scaled
from antumbra.report.bounds.picture.ink import Figure
from antumbra.report.bounds.picture.parts.axis import Axis, Number, Span
from antumbra.report.bounds.picture.parts.borders import numbers_in
from antumbra.report.bounds.picture.parts.cells import cells
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.bounds.picture.parts.line import Stretch, merged, stretches
from antumbra.report.bounds.picture.parts.space import Space
from antumbra.report.bounds.picture.points import Points

WIDTH: Final = 900.0
_MARGIN: Final = 16.0
_BAR: Final = 56.0
_FINEST: Final = 3.0
#: rows of labels below the line before they are turned
_ROWS: Final = 4
#: how near turned labels may be to each other
_TURNED: Final = 12.0
#: values that a magnifying glass shows, and labels on them
_GLASS: Final = 32


def number_line(space: Space, points: Points, *, width: float = WIDTH) -> Figure:
    (axis,) = space.axes
    places = [axis.position(value) for value in points.positions(axis.variable)]
    parts = stretches(space, numbers_in(axis, space.claims.values()), places)
    scale = scaled(axis, [part.span for part in parts], [part.kind is Kind.MIXED for part in parts], width)
    fine = [inner for part in parts for inner in _refined(space, scale, part)]
    kinds = {part.kind for part in fine}
    body: list[str] = [ink.label(_MARGIN, 16, axis.title, role="name")]
    above, top = _tests(axis, scale, points, 30.0)
    body.extend(f'<g transform="translate({_MARGIN:.0f} 0)">{line}</g>' for line in above)
    bar, y = _bar(scale, parts, fine, top)
    pairs = _pairs(axis, scale, points, top)
    body.append(f'<g transform="translate({_MARGIN:.0f} 0)">{"".join((*bar, *pairs))}</g>')
    below, y = _labels(axis, scale, parts, y)
    body.append(f'<g transform="translate({_MARGIN:.0f} 0)">{"".join(below)}</g>')
    if Kind.MIXED in kinds and not space.open:
        glass, y, seen = _glass(space, parts, places, y + 14, width)
        body.extend(f'<g transform="translate({_MARGIN:.0f} 0)">{line}</g>' for line in glass)
        kinds |= seen
    about = f"All values of {axis.parameter.name} from left to right."
    if not scale.linear:
        about += " Each stretch has a scale of its own; in those marked // a value has less room."
    return Figure(
        axis.parameter.name,
        about,
        width + 2 * _MARGIN,
        y + 6,
        tuple(body),
        frozenset(kinds),
        tests=bool(above),
        pairs=bool(pairs),
    )


def _tests(axis: Axis, scale: Scale, points: Points, y: float) -> tuple[list[str], float]:
    found: dict[Number, str] = {}
    for test in points.tests:
        position = axis.position(test.env.get(axis.variable, 0))
        found.setdefault(position, f"clause {test.number}: {axis.parameter.name} = {axis.text(position)} fails")
    if not found:
        return [], y
    order = sorted(found)
    texts = [axis.text(position) for position in order]
    pixels = [scale.centre(position) for position in order]
    places = [_kept(x, ink.wide(text), scale.length) for x, text in zip(pixels, texts, strict=True)]
    rows = ink.rows_of(places, most=3)
    height = 0.0 if rows is None else 15.0 * (max(rows) + 1)
    lines: list[str] = []
    at = y + height + 8
    for i, position in enumerate(order):
        if rows is not None:
            row_y = y + 10 + 15 * (max(rows) - rows[i])
            lines.append(ink.path("fine", f"M{pixels[i]:.1f} {row_y + 3:.1f}V{at:.1f}"))
            lines.append(ink.label(sum(places[i]) / 2, row_y, texts[i], anchor="middle"))
        lines.append(ink.cross(pixels[i], at + 2, found[position]))
    return lines, at + 14


def _kept(centre: float, width: float, room: float) -> tuple[float, float]:
    """Where a label is around a place, within the picture."""
    left = max(0.0, min(centre - width / 2, room - width))
    return left, left + width


def _bar(scale: Scale, parts: Sequence[Stretch], fine: Sequence[Stretch], top: float) -> tuple[list[str], float]:
    axis, lines = scale.axis, list[str]()
    for part in fine:
        left, right = map(round, scale.pixels(part.span))
        title = f"{span_text(axis, part.span)}: {part.kind.value.upper()}"
        lines.append(ink.rectangle(f"cells {part.kind.value}", left, top, right - left, _BAR, title))
    lines.append(ink.rectangle("frame", 0, top, scale.length, _BAR))
    for part in parts[1:]:
        left, _ = scale.pixels(part.span)
        lines.append(ink.path("edge", f"M{left:.1f} {top - 4:.1f}V{top + _BAR + 6:.1f}"))
    for part in scale.compressed():
        lines.append(ink.zigzag(part.gap, top + _BAR))
    return lines, top + _BAR


def _refined(space: Space, scale: Scale, part: Stretch) -> list[Stretch]:
    """A stretch that is not of one kind, as finely as can be seen."""
    if part.kind is not Kind.MIXED:
        return [part]
    found = cells(space, [(part.span,)], lambda _number, span: _length(scale, span), finest=_FINEST, most=600)
    order = sorted(found, key=lambda cell: scale.pixels(cell.box[0]))
    return list(merged([Stretch(cell.box[0], cell.kind) for cell in order]))


def _length(scale: Scale, span: Span) -> float:
    a, b = scale.pixels(span)
    return b - a


def span_text(axis: Axis, span: Span) -> str:
    """``3``, ``3 … 9``, ``−∞ … 9``; of reals ``above 3 … below 9``."""
    ends = span.finite
    if ends is not None and axis.text(ends[0]) == axis.text(ends[1]):
        return axis.text(ends[0])
    low = "−∞" if span.low is None else ("above " * span.above_low) + axis.text(span.low)
    high = "∞" if span.high is None else ("below " * span.below_high) + axis.text(span.high)
    return f"{low} … {high}"


def _labels(axis: Axis, scale: Scale, parts: Sequence[Stretch], y: float) -> tuple[list[str], float]:
    texts = [span_text(axis, part.span) for part in parts]
    ends = [scale.pixels(part.span) for part in parts]
    centres = [(a + b) / 2 for a, b in ends]
    places = [_kept(x, ink.wide(text), scale.length) for x, text in zip(centres, texts, strict=True)]
    rows = ink.rows_of(places, most=_ROWS)
    lines: list[str] = []
    leaders: list[str] = []
    if rows is not None:
        for text, centre, place, row in zip(texts, centres, places, rows, strict=True):
            at = y + 24 + 16 * row
            if row:
                leaders.append(ink.path("fine", f"M{centre:.1f} {y + 4:.1f}V{at - 10:.1f}"))
            lines.append(ink.label(sum(place) / 2, at, text, role="over", anchor="middle"))
        return [*leaders, *lines], y + 30 + 16 * max(rows)
    firsts = [axis.text(part.span.low) if part.span.low is not None else "−∞" for part in parts]
    firsts.append(axis.text(parts[-1].span.high) if parts[-1].span.high is not None else "∞")
    pixels = [a for a, _ in ends] + [ends[-1][1]]
    last = -_TURNED
    for at, (text, pixel) in enumerate(zip(firsts, pixels, strict=True)):
        end = at == len(pixels) - 1
        if pixel - last >= _TURNED and (end or pixels[-1] - pixel >= _TURNED):
            lines.append(ink.label(min(pixel + 4, scale.length), y + 10, text, anchor="end", turn=True))
            last = pixel
    return lines, y + 16 + max(map(ink.wide, firsts))


def _pairs(axis: Axis, scale: Scale, points: Points, top: float) -> list[str]:
    lines: list[str] = []
    seen: set[tuple[Number, Number]] = set()
    for pair in points.pairs:
        fails, passes = (axis.position(env.get(axis.variable, 0)) for env in (pair.fails, pair.passes))
        if fails == passes or (fails, passes) in seen:
            continue
        seen.add((fails, passes))
        x = scale.border(fails, passes)
        title = f"{axis.parameter.name}: {axis.text(fails)} fails, {axis.text(passes)} does not"
        lines.append(ink.diamond(x, top + _BAR / 2, title, "left" if fails < passes else "right"))
    return lines


def _glass(
    space: Space, parts: Sequence[Stretch], places: Sequence[Number], y: float, width: float
) -> tuple[list[str], float, set[Kind]]:
    """A few values one by one, where the line is too coarse."""
    axis = space.axes[0]
    mixed = [part.span for part in parts if part.kind is Kind.MIXED]
    centre = next((p for p in places if any(_inside(span, p) for span in mixed)), None)
    if centre is None:
        span = mixed[0]
        ends = span.finite
        centre = 0 if _inside(span, 0) else ends[0] + _GLASS // 2 if ends is not None else (span.low or span.high or 0)
    if axis.dense:
        return [], y, set()
    first = centre - _GLASS // 2
    if axis.least is not None and axis.greatest is not None:
        first = max(axis.least, min(first, axis.greatest - _GLASS + 1))
    values = [first + i for i in range(_GLASS) if axis.greatest is None or first + i <= axis.greatest]
    size = width / len(values)
    lines = [ink.label(0, y + 10, f"Magnified: {axis.text(values[0])} … {axis.text(values[-1])}, value by value")]
    seen: set[Kind] = set()
    for i, value in enumerate(values):
        kind = space.at((value,))
        seen.add(kind)
        title = f"{axis.text(value)}: {kind.value.upper()}"
        lines.append(ink.rectangle(f"cells {kind.value}", i * size, y + 18, size, 30, title))
    lines.append(ink.rectangle("frame", 0, y + 18, width, 30))
    widest = max(ink.wide(axis.text(value)) for value in values) + 8
    step = max(1, int(widest / size) + 1)
    for i, value in enumerate(values):
        if i % step == 0:
            left, right = _kept((i + 0.5) * size, ink.wide(axis.text(value)), width)
            lines.append(ink.path("tick", f"M{(i + 0.5) * size:.1f} {y + 48:.1f}v5"))
            lines.append(ink.label((left + right) / 2, y + 64, axis.text(value), anchor="middle"))
    return lines, y + 72, seen


def _inside(span: Span, position: Number) -> bool:
    return (span.low is None or span.low <= position) and (span.high is None or position <= span.high)
