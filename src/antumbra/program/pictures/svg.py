"""Control flow as an SVG picture, laid out by :mod:`antumbra.program.pictures.layout`; needs no other program.

The picture is one file without scripts or outside references. All text in it comes escaped, and in a
box every line is cut to a width that can be read; the whole text is in the box's tooltip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Final

from antumbra.program.model import Program
from antumbra.program.pictures.colours import ARROWS
from antumbra.program.pictures.layout import NARROWEST, Drawing, Route, draw
from antumbra.program.pictures.picture import Box, Detail, Edge, Picture, pictures
from antumbra.records import dataclass, replace

_LINE: Final = 15.0
_HEAD: Final = 22.0
_PAD: Final = 9.0
#: width of a character at 11 px in the fonts named below
_CHARACTER: Final = 6.65
#: the same for the texts of edges, at 10 px
_TAG: Final = 6.05
#: height of a line of such a text
_TAG_LINE: Final = 12.0
_WIDEST: Final = 64
#: boxes are not made wider than this for the texts of their edges
_WIDE: Final = 560.0
_MARGIN: Final = 24.0
_TITLE: Final = 30.0
#: where a row of procedures ends
_ROW: Final = 3_200.0

_STYLE: Final = """
text { font: 11px 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; fill: #1f2328; white-space: pre }
.title { font-size: 15px; font-weight: bold }
.head { font-weight: bold }
.place { fill: #656d76 }
.source { fill: #0550ae }
.box { fill: #ffffff; stroke: #8c959f; stroke-width: 1 }
.band { fill: #f0f3f6 }
.entry .band { fill: #ddf4ff } .entry .box { stroke: #0969da; stroke-width: 1.6 }
.return .band { fill: #dafbe1 } .return .box { stroke: #1a7f37 }
.stop .band { fill: #eaeef2 }
.error .band { fill: #ffebe9 } .error .box { stroke: #cf222e }
.pruned .band { fill: #fbefff } .pruned .box { stroke: #8250df; stroke-dasharray: 5 3 }
.open .band { fill: #fff8c5 } .open .box { stroke: #9a6700 }
.rule { stroke: #d0d7de; stroke-width: 1 }
.edge { fill: none; stroke-width: 1.4 }
.back { stroke-width: 2.2; stroke-dasharray: 7 3 }
.true { stroke: #1a7f37 } .false { stroke: #cf222e } .case { stroke: #0550ae } .plain { stroke: #57606a }
.exact { stroke: #1f2328 } .inexact { stroke: #9a6700; stroke-dasharray: 2 4 } .start { stroke: #0969da }
.subsumed { stroke: #8250df; stroke-dasharray: 6 4 } .equal { stroke: #bc4c00; stroke-dasharray: 6 4 }
.exact.back { stroke-dasharray: none } .inexact.back { stroke-dasharray: 2 4 }
.region .band { fill: #f6f8fa } .region .source { fill: #1f2328 } .region .commands { fill: #1a7f37 }
.initial .place { fill: #1f2328 } .initial .band { fill: #afb8c1 } .initial .box { fill: #d8dee4 }
.goal .place { fill: #1f2328 } .goal .band { fill: #ff8182 } .goal .box { fill: #ffcecb; stroke: #cf222e }
.lost .place { fill: #1f2328 } .lost .band { fill: #f5e08b } .lost .box { fill: #fff8c5; stroke: #bf8700 }
.goal.lost .band { fill: #ffcecb } .goal.lost .box { fill: #ffebe9; stroke: #e5a19b }
.new .box { stroke: #cf222e; stroke-width: 3 } .first .box { stroke: #cf222e; stroke-width: 3; stroke-dasharray: 6 4 }
.path { stroke: #cf222e; stroke-width: 2; stroke-dasharray: 6 4 } .lost.edge { stroke: #d4a72c }
.trace { stroke: #1a7f37; stroke-width: 2.4 } .frontier { stroke: #cf222e; stroke-width: 3 }
.link { stroke: #57606a } .link.back, .lost.back { stroke-width: 1.4 }
.link.back, .trace.back, .frontier.back, .lost.back { stroke-dasharray: none }
.under { fill: #ffffff }
.tag { font-size: 10px; stroke: none }
.tag.true { fill: #1a7f37 } .tag.false { fill: #cf222e } .tag.inexact { fill: #9a6700 } .tag.case { fill: #0550ae }
"""
#: on a screen lost ones are lighter
_ARROWS: Final = {**ARROWS, "lost": "#d4a72c"}


@dataclass(frozen=True, slots=True)
class _Placed:
    """A procedure's picture, its drawing, and where that goes."""

    picture: Picture
    drawing: Drawing
    sizes: list[tuple[float, float]]
    x: float
    y: float


def cfg_svg(program: Program, procedure: str | None = None, *, detail: Detail = Detail.BOTH) -> str:
    """The control-flow graph of one procedure, or of each that the entry may call, side by side."""
    return pictures_svg(program.name, pictures(program, procedure, detail))


#: boxes' sizes, edges between their numbers, and the room that these want
Layout = Callable[[Sequence[tuple[float, float]], Sequence[tuple[int, int]], Sequence[float]], Drawing]


def pictures_svg(name: str, drawn: Iterable[Picture], *, layout: Layout = draw, linked: bool = False) -> str:
    """Pictures side by side, in rows. ``linked``: a click on a box makes it the target of its page's address."""
    placed: list[_Placed] = []
    x = y = _MARGIN
    row = width = 0.0
    for picture in drawn:
        sizes = _sizes(picture)
        room = _room(picture)
        drawing = layout(sizes, [(edge.source, edge.target) for edge in picture.edges], room)
        wide = max(drawing.width, len(picture.name) * 9.2)
        if x > _MARGIN and x + wide > _ROW:
            x, y, row = _MARGIN, y + row + _MARGIN, 0.0
        placed.append(_Placed(picture, drawing, sizes, x, y))
        x += wide + 2 * _MARGIN
        row = max(row, drawing.height + _TITLE)
        width = max(width, x)
    return "\n".join(_document(name, placed, width, y + row + _MARGIN, linked=linked)) + "\n"


def frames_svg(frames: Sequence[Picture]) -> list[str]:
    """Pictures with the same boxes and edges, each drawn at the same places: elements for a page with ``parts_svg``."""
    sizes = [(max(w for w, _ in same), max(h for _, h in same)) for same in zip(*map(_sizes, frames), strict=True)]
    first = frames[0]
    drawing = draw(sizes, [(edge.source, edge.target) for edge in first.edges], _room(first))
    width, height = drawing.width + 2 * _MARGIN, drawing.height + 2 * _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    found: list[str] = []
    for frame in frames:
        placed = _Placed(replace(frame, name=""), drawing, sizes, _MARGIN, _MARGIN - _TITLE)
        title = f"<title>{xml_text(frame.name)}</title>"
        found.append("\n".join((f'<svg {size} role="img">{title}', *_graph(placed, 0, linked=False), "</svg>")))
    return found


def parts_svg() -> str:
    """What pictures of ``frames_svg`` have in common, once for the page that they are in."""
    return "\n".join(('<svg width="0" height="0">', *_definitions(), "</svg>"))


def _room(picture: Picture) -> list[float]:
    """The width that each edge wants below its box: its condition is above its text."""
    return [max(len(edge.condition), len(edge.text)) * _TAG + 14.0 for edge in picture.edges]


def box_id(picture: int, box: int) -> str:
    """The id of a box in the drawing."""
    return f"p{picture}b{box}"


def _document(name: str, placed: list[_Placed], width: float, height: float, *, linked: bool) -> Iterator[str]:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    yield f"<title>{xml_text(name)}</title>"
    yield from _definitions()
    yield f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>'
    for number, one in enumerate(placed):
        yield from _graph(one, number, linked=linked)
    yield "</svg>"


def _definitions() -> Iterator[str]:
    yield f"<style>{_STYLE}</style>"
    yield "<defs>"
    for kind, colour in _ARROWS.items():
        yield (
            f'<marker id="arrow-{kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.8L8 4L0 7.2z" fill="{colour}"/></marker>'
        )
    yield "</defs>"


def _graph(one: _Placed, number: int, *, linked: bool) -> Iterator[str]:
    picture, drawing = one.picture, one.drawing
    yield f'<g transform="translate({one.x:.0f} {one.y:.0f})">'
    yield f'<text class="title" x="0" y="14">{xml_text(picture.name)}</text>'
    yield f'<g transform="translate(0 {_TITLE:.0f})">'
    yield from _edges(picture, drawing)
    for position, box in enumerate(picture.boxes):
        name = box_id(number, position)
        shape = _box(box, drawing.corners[position], one.sizes[position], name, picture.crowded)
        yield from (f'<a href="#{name}">', *shape, "</a>") if linked else shape
    yield from _tags(picture, drawing, one.sizes)
    yield "</g></g>"


# ---------------------------------------------------------------- boxes


def _lines(box: Box, crowded: bool) -> tuple[list[str], list[str]]:
    if crowded:
        return [], []
    return [_cut(line) for line in box.source], [_cut(line) for line in box.commands]


def _head(box: Box) -> str:
    return _cut(f"{box.label}  {box.place}" if box.place else box.label)


def _sizes(picture: Picture) -> list[tuple[float, float]]:
    """Boxes are at least as wide as the texts of the edges that leave them, up to a limit."""
    below = [0.0] * len(picture.boxes)
    for edge, room in zip(picture.edges, _room(picture), strict=True):
        below[edge.source] += max(NARROWEST, room)
    found: list[tuple[float, float]] = []
    for box, room in zip(picture.boxes, below, strict=True):
        width, height = _size(box, picture.crowded)
        found.append((max(width, min(room + 8.0, _WIDE)), height))
    return found


def _size(box: Box, crowded: bool) -> tuple[float, float]:
    source, commands = _lines(box, crowded)
    longest = max(map(len, [_head(box), *source, *commands]))
    height = _HEAD + (len(source) + len(commands)) * _LINE
    if source or commands:
        height += _PAD
    if source and commands:
        height += _PAD
    return max(58.0, longest * _CHARACTER + 2 * _PAD), height


def _box(box: Box, corner: tuple[float, float], size: tuple[float, float], name: str, crowded: bool) -> Iterator[str]:
    x, y = corner
    width, height = size
    source, commands = _lines(box, crowded)
    yield f'<g class="block {box.role}" id="{name}" transform="translate({x:.1f} {y:.1f})">'
    full = [f"{box.label}  {box.place}", *box.source, *box.commands]
    yield f"<title>{xml_text(chr(10).join(full))}</title>"
    yield f'<rect class="box" width="{width:.1f}" height="{height:.1f}" rx="5"/>'
    body = source or commands
    bottom = f"V{_HEAD:.1f}H0.5V5" if body else f"V{height - 5:.1f}a4.5 4.5 0 0 1 -4.5 4.5H5a4.5 4.5 0 0 1 -4.5 -4.5V5"
    yield f'<path class="band" d="M0.5 5a4.5 4.5 0 0 1 4.5 -4.5H{width - 5:.1f}a4.5 4.5 0 0 1 4.5 4.5{bottom}z"/>'
    head = _head(box)
    label = head[: len(box.label)]
    rest = head[len(box.label) :].strip()
    place = f'<tspan class="place" dx="{2 * _CHARACTER:.1f}">{xml_text(rest)}</tspan>' if rest else ""
    yield f'<text x="{_PAD:.1f}" y="15"><tspan class="head">{xml_text(label)}</tspan>{place}</text>'
    at = _HEAD + _LINE
    for line in source:
        yield f'<text class="source" xml:space="preserve" x="{_PAD:.1f}" y="{at:.1f}">{xml_text(line)}</text>'
        at += _LINE
    if source and commands:
        rule = at - _LINE + _PAD - 1
        yield f'<path class="rule" d="M{_PAD:.1f} {rule:.1f}H{width - _PAD:.1f}"/>'
        at += _PAD
    for line in commands:
        yield f'<text class="commands" xml:space="preserve" x="{_PAD:.1f}" y="{at:.1f}">{xml_text(line)}</text>'
        at += _LINE
    yield "</g>"


# ---------------------------------------------------------------- edges


def _edges(picture: Picture, drawing: Drawing) -> Iterator[str]:
    for edge, route in zip(picture.edges, drawing.routes, strict=True):
        if edge.kind == "none":
            continue
        back = " back" if route.back else ""
        yield f'<path class="edge {edge.kind}{back}" marker-end="url(#arrow-{edge.kind})" d="{_path(route)}"/>'


def _path(route: Route) -> str:
    parts = [f"M{_point(route.start)}"]
    parts.extend(f"C{_point(s.first)} {_point(s.second)} {_point(s.end)}" for s in route.segments)
    return "".join(parts)


def _point(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


def _tags(picture: Picture, drawing: Drawing, sizes: Sequence[tuple[float, float]]) -> Iterator[str]:
    """The texts of edges, just below where they leave their box; neighbours that say the same say it once."""
    outgoing: dict[int, list[tuple[float, int]]] = {}
    for number, edge in enumerate(picture.edges):
        outgoing.setdefault(edge.source, []).append((drawing.routes[number].start[0], number))
    room = _room(picture)
    for box, group in outgoing.items():
        wanted = sum(max(NARROWEST, room[number]) for _, number in group)
        share = min(1.0, (sizes[box][0] - 8.0) / wanted)
        edges = [number for _, number in sorted(group) if picture.edges[number].kind != "none"]
        for _, same in groupby(edges, key=lambda number: _says(picture.edges[number])):
            yield from _tag(picture, drawing, list(same), room, share)


def _says(edge: Edge) -> tuple[str, str, str]:
    return edge.condition, edge.text, edge.kind if f".tag.{edge.kind}" in _STYLE else ""


def _tag(picture: Picture, drawing: Drawing, edges: list[int], room: list[float], share: float) -> Iterator[str]:
    """What some edges side by side say, as long as there is room for it; the rest is in a tooltip."""
    edge = picture.edges[edges[0]]
    lines = [(text, kind) for text, kind in ((edge.condition, "case"), (edge.text, edge.kind)) if text]
    if not lines:
        return
    x = sum(drawing.routes[number].start[0] for number in edges) / len(edges)
    y = drawing.routes[edges[0]].start[1]
    most = int((sum(max(NARROWEST, room[number]) for number in edges) * share - 6.0) / _TAG)
    shown = [_cut(text, min(_WIDEST, max(1, most))) for text, _ in lines]
    wide = max(map(len, shown)) * _TAG + 2
    high = _TAG_LINE * len(lines) - 1
    whole = "\n".join(text for text, _ in lines)
    yield f"<g><title>{xml_text(whole)}</title>" if shown != [text for text, _ in lines] else "<g>"
    yield f'<rect class="under" x="{x - wide / 2:.1f}" y="{y + 4:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'
    for line, (text, (_, kind)) in enumerate(zip(shown, lines, strict=True)):
        place = f'x="{x:.1f}" y="{y + 12 + line * _TAG_LINE:.1f}" text-anchor="middle"'
        yield f'<text class="tag {kind}" {place}>{xml_text(text)}</text>'
    yield "</g>"


# ---------------------------------------------------------------- text


def _cut(line: str, most: int = _WIDEST) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"


def xml_text(text: str) -> str:
    """Escaped; characters that XML forbids or that would not show become visible."""
    return escape("".join(c if c.isprintable() or c == "\n" else "�" for c in text))
