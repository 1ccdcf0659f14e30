"""The pictures of a characterization as one SVG file: title, badge, pictures, legend, what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from antumbra.report.bounds.picture import ink
from antumbra.report.bounds.picture.figures import Figures, figures_of
from antumbra.report.bounds.picture.ink import Figure
from antumbra.report.bounds.picture.wording import count_text, headline
from antumbra.report.characterization import Characterization

WIDTH: Final = 960.0
_MARGIN: Final = 14.0


def characterization_svg(result: Characterization, figures: Figures | None = None) -> str:
    """A file without scripts or outside references. ``figures``: those of the same result, if they are there."""
    drawn = figures_of(result) if figures is None else figures
    lines, y = _head(result)
    for figure in drawn.main:
        lines.append(placed(figure, _MARGIN, y))
        y += figure.height + 8
    y = _grid(drawn.pairs, lines, y)
    if drawn.tree is not None:
        lines.append(ink.label(_MARGIN + 16, y + 14, "Tree of conditions", role="name"))
        lines.append(placed(drawn.tree, _MARGIN, y + 20))
        y += drawn.tree.height + 30
    key, height = ink.legend(drawn.all, WIDTH - 2 * _MARGIN - 32)
    lines.append(f'<g transform="translate({_MARGIN + 16:.0f} {y + 8:.0f})">{"".join(key)}</g>')
    y += height + 26
    for text in _foot(result, drawn):
        more, y = ink.paragraph(_MARGIN + 16, y, text, WIDTH - 2 * _MARGIN - 32)
        lines.extend(more)
    return "\n".join((_opening(result, y + 6), *lines, "</g></svg>")) + "\n"


def placed(figure: Figure, x: float, y: float) -> str:
    return f'<g transform="translate({x:.0f} {y:.0f})">{"".join(figure.body)}</g>'


def alone(figure: Figure) -> str:
    """An element for a page that has the style and the patterns."""
    size = f'viewBox="0 0 {figure.width:.0f} {figure.height:.0f}"'
    title = f"<title>{ink.safe_text(f'{figure.name}: {figure.about}')}</title>"
    style = f'style="max-width: {figure.width:.0f}px"'
    return f'<svg class="cf" {size} {style} role="img">{title}{"".join(figure.body)}</svg>'


def _opening(result: Characterization, height: float) -> str:
    size = f'width="{WIDTH:.0f}" height="{height:.0f}" viewBox="0 0 {WIDTH:.0f} {height:.0f}"'
    title = f"<title>{ink.safe_text(f'{result.file}: which inputs fail ({result.property})')}</title>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{title}<style>{ink.STYLE}</style>{ink.PATTERNS}'
        f'<rect width="{WIDTH:.0f}" height="{height:.0f}" fill="#ffffff"/><g class="cf">'
    )


def _head(result: Characterization) -> tuple[list[str], float]:
    words, exact = headline(result)
    size = ink.wide(words) + 16
    most = int((WIDTH - size - 60) / 9.2)
    file = ink.cut(result.file, most)
    lines = [ink.label(_MARGIN + 16, 32, file, role="title")]
    lines.append(ink.badge(WIDTH - _MARGIN - 16 - size, 17, words, filled=exact))
    lines.append(ink.label(_MARGIN + 16, 52, ink.cut(f"Which inputs fail: {result.property}", 130), role="soft"))
    return lines, 64.0


def _grid(pairs: Sequence[Figure], lines: list[str], y: float) -> float:
    """Two in a row."""
    half = (WIDTH - 2 * _MARGIN) / 2
    for start in range(0, len(pairs), 2):
        row = pairs[start : start + 2]
        height = 0.0
        for column, figure in enumerate(row):
            x = _MARGIN + 16 + column * half
            about, end = ink.paragraph(x, y + 14, figure.about, half - 30)
            lines.extend(about)
            lines.append(placed(figure, x - 16, end - 6))
            height = max(height, end - 6 - y + figure.height)
        y += height + 14
    return y


def _foot(result: Characterization, drawn: Figures) -> list[str]:
    found: list[str] = []
    if result.counted is not None:
        found.append(f"{count_text(result.counted)}.")
    if not result.exact and result.reason:
        found.append(f"Why there is a gap: {result.reason}.")
    found.extend(figure.about for figure in drawn.main if figure.name != "all inputs")
    found.extend(drawn.about)
    if result.integers:
        found.append(f"Integers: {result.integers}.")
    return found
