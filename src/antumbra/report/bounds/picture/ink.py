"""Elements of the pictures: colours and patterns, text, marks, the legend.

The colours are those of Okabe and Ito, which people with any colour vision tell apart; in grey, MUST is dark and SAFE
light, and what is not known is hatched. Pictures are on white paper whatever the page around them is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from antumbra.program.pictures.svg import xml_text
from antumbra.records import dataclass
from antumbra.report.bounds.picture.parts.kinds import Kind
from antumbra.report.sanitize import one_line

#: width of a character at 11 px in the fonts named below
CHARACTER: Final = 6.65

STYLE: Final = """
.cf text { font: 11px 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; fill: #1f2328 }
.cf .title { font-size: 15px; font-weight: bold } .cf .name { font-size: 12px; font-weight: bold }
.cf .over { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round }
.cf .soft { fill: #57606a } .cf .strong { font-weight: bold }
.cf .must { fill: #d55e00 } .cf .safe { fill: #a6d8f7 } .cf .may { fill: url(#cf-may) }
.cf .mixed { fill: url(#cf-mixed) } .cf .outside { fill: url(#cf-outside) }
.cf .cells { shape-rendering: crispEdges } .cf .frame { fill: none; stroke: #57606a }
.cf .tick { stroke: #57606a; fill: none } .cf .fine { stroke: #8c959f; stroke-dasharray: 2 3; fill: none }
.cf .edge { stroke: #1f2328; stroke-width: 1.2; fill: none } .cf .gap { stroke: #57606a; stroke-width: 1.4; fill: none }
.cf .halo { stroke: #ffffff; stroke-width: 5; fill: none } .cf .cross { stroke: #000000; stroke-width: 2.2; fill: none }
.cf .dark { fill: #000000; stroke: #ffffff; stroke-width: 1 } .cf .light { fill: #ffffff; stroke: #000000 }
.cf .badge { fill: #1f2328 } .cf .badge.open { fill: #ffffff; stroke: #1f2328; stroke-width: 1.4 }
.cf .on-badge { fill: #ffffff; font-weight: bold } .cf .on-badge.open { fill: #1f2328 }
"""

PATTERNS: Final = (
    '<defs><pattern id="cf-may" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<rect width="8" height="8" fill="#fbf3b0"/>'
    '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="#4d4500" stroke-width="1.3"/></pattern>'
    '<pattern id="cf-mixed" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect width="4" height="4" fill="#b9a3ad"/><path d="M0 0h2v2h-2zM2 2h2v2h-2z" fill="#4a3f46"/></pattern>'
    '<pattern id="cf-outside" width="10" height="10" patternUnits="userSpaceOnUse">'
    '<rect width="10" height="10" fill="#f3f4f6"/><circle cx="3" cy="3" r="1" fill="#9aa3ad"/></pattern></defs>'
)

_WORDS: Final = {
    Kind.MUST: "MUST: every input here fails",
    Kind.SAFE: "SAFE: no input here fails",
    Kind.MAY: "MAY: nothing is known",
    Kind.MIXED: "several kinds, or not told apart",
    Kind.OUTSIDE: "outside of the domain",
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture without its document: elements, all text in them escaped. ``about``: what it shows, in words."""

    name: str
    about: str
    width: float
    height: float
    body: tuple[str, ...]
    kinds: frozenset[Kind]
    tests: bool = False
    pairs: bool = False


def safe_text(text: str) -> str:
    """For an element or an attribute: one line, escaped, nothing that XML forbids."""
    return xml_text(one_line(text))


def wide(text: str) -> float:
    return len(text) * CHARACTER


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def label(x: float, y: float, text: str, *, role: str = "", anchor: str = "start", turn: bool = False) -> str:
    """``turn``: from below upwards, ending at the place."""
    turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turn else ""
    kind = f' class="{role}"' if role else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turned}>{safe_text(text)}</text>'


def rectangle(kind: str, x: float, y: float, width: float, height: float, title: str = "") -> str:
    about = f"<title>{safe_text(title)}</title>" if title else ""
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}">{about}</rect>'


def path(role: str, text: str) -> str:
    return f'<path class="{role}" d="{text}"/>'


def cross(x: float, y: float, title: str) -> str:
    """A failing test."""
    shape = f"M{x - 5:.1f} {y - 5:.1f}l10 10m0 -10l-10 10"
    return f"<g><title>{safe_text(title)}</title>{path('halo', shape)}{path('cross', shape)}</g>"


def diamond(x: float, y: float, title: str, side: str = "left") -> str:
    """Two neighbours across a border; the black half is on the ``side`` that fails."""
    whole = f"M{x - 6:.1f} {y:.1f}l6 -6l6 6l-6 6z"
    turn = {"left": 0, "up": 90, "right": 180, "down": 270}[side]
    half = f'<path class="dark" transform="rotate({turn} {x:.1f} {y:.1f})" d="M{x - 6:.1f} {y:.1f}l6 -6v12z"/>'
    return f"<g><title>{safe_text(title)}</title>{path('light', whole)}{half}</g>"


def zigzag(x: float, y: float, *, upright: bool = False) -> str:
    """A stretch that is shorter in the picture than it should be."""
    if upright:
        return path("gap", f"M{x - 5:.1f} {y - 1:.1f}l10 -5m0 7l-10 5")
    return path("gap", f"M{x - 1:.1f} {y + 5:.1f}l-5 -10m7 0l5 10")


def legend_items(figures: Sequence[Figure]) -> list[tuple[str, str]]:
    """A shape of 24 by 14 and what it means, for what is drawn."""
    kinds = {Kind.MUST, Kind.SAFE}.union(*(figure.kinds for figure in figures))
    items = [(_swatch(kind), _WORDS[kind]) for kind in Kind if kind in kinds]
    if any(figure.tests for figure in figures):
        items.append((cross(12, 7, "a test"), "failing test"))
    if any(figure.pairs for figure in figures):
        items.append((diamond(12, 7, "two neighbours"), "neighbours: one fails, one does not"))
    return items


def legend(figures: Sequence[Figure], width: float) -> tuple[list[str], float]:
    """What the colours mean, in rows; and how high they are."""
    lines: list[str] = []
    x = y = 0.0
    for shape, words in legend_items(figures):
        size = 32 + wide(words) + 22
        if x and x + size > width:
            x, y = 0.0, y + 22
        lines.append(f'<g transform="translate({x:.1f} {y:.1f})">{shape}{label(32, 11, words)}</g>')
        x += size
    return lines, y + 22


def _swatch(kind: Kind) -> str:
    return (
        f'<rect class="{kind.value}" x="0" y="0" width="24" height="14"/><rect class="frame" width="24" height="14"/>'
    )


def badge(x: float, y: float, text: str, *, filled: bool) -> str:
    size = wide(text) + 16
    role = "" if filled else " open"
    return (
        f'<rect class="badge{role}" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="20" rx="10"/>'
        f'<text class="on-badge{role}" x="{x + 8:.1f}" y="{y + 14:.1f}">{safe_text(text)}</text>'
    )


def wrapped(text: str, width: float) -> Iterator[str]:
    """Lines of words that fit."""
    most = max(12, int(width / CHARACTER))
    line = ""
    for word in one_line(text).split(" "):
        rest = word
        if line and len(line) + 1 + len(rest) > most:
            yield line
            line = ""
        while len(rest) > most:
            yield rest[:most]
            rest = rest[most:]
        line = f"{line} {rest}" if line else rest
    if line:
        yield line


def paragraph(x: float, y: float, text: str, width: float, *, role: str = "soft") -> tuple[list[str], float]:
    """Lines of text from ``y`` on, and where the next line would be."""
    lines: list[str] = []
    for line in wrapped(text, width):
        lines.append(label(x, y, line, role=role))
        y += 16
    return lines, y


def rows_of(places: Iterable[tuple[float, float]], *, most: int) -> list[int] | None:
    """A row for each (left, right), from left to right, so that none touch; None if there are too few rows."""
    ends: list[float] = []
    found: list[int] = []
    for left, right in places:
        row = next((i for i, end in enumerate(ends) if end + 10 <= left), len(ends))
        if row == most:
            return None
        if row == len(ends):
            ends.append(right)
        else:
            ends[row] = right
        found.append(row)
    return found
