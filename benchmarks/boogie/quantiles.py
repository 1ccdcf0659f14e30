"""Quantile plots as SVG, as in Fig. 2 of the paper: programs decided (x) within so many seconds each (y).

The y-axis is linear up to a second and logarithmic from there on. A curve that starts left of 0 has wrong verdicts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 460
LEFT, RIGHT, TOP, BOTTOM = 62, 190, 24, 52
COLOURS = ("#8c959f", "#bf8700", "#1a7f37", "#0969da", "#8250df", "#cf222e", "#0e8a8a", "#6e4b1f", "#d4509a", "#1f2328")
MARKS = ("circle", "square", "triangle", "diamond", "cross")


@dataclass(frozen=True)
class Curve:
    """``start``: the score before the first point, minus the wrong verdicts; ``times``: of right ones, ascending."""

    name: str
    start: int
    times: tuple[float, ...]


def picture(curves: list[Curve], limit: float, programs: int) -> str:
    """The plot as one file without scripts or outside references."""
    low = min(0, *(curve.start for curve in curves))
    top = _scale(max(limit, 1.0))

    def x(score: float) -> float:
        return LEFT + (score - low) / (programs - low) * (WIDTH - LEFT - RIGHT)

    def y(seconds: float) -> float:
        return HEIGHT - BOTTOM - min(_scale(seconds), top) / top * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        "<style>text { font: 12px sans-serif; fill: #1f2328 }",
        ".grid { stroke: #d0d7de } .axis { stroke: #1f2328 }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for seconds in (0, 0.25, 0.5, 0.75, 1, 2, 3, 5, 10, 20, 30, 60, 100, 300, 900):
        if seconds <= limit:
            at = y(seconds)
            parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
            parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{seconds:g}</text>')
    step = max(1, round((programs - low) / 8))
    for score in range(low, programs + 1, step):
        at = x(score)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{score}</text>')
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 14}" text-anchor="middle">accumulated score</text>')
    half = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text transform="translate(18 {half}) rotate(-90)" text-anchor="middle">time of a program, s</text>')
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        mark = MARKS[number % len(MARKS)]
        points = [(x(curve.start + i), y(seconds)) for i, seconds in enumerate(curve.times, 1)]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        parts.extend(_mark(mark, a, b, colour) for a, b in points)
        row = TOP + 10 + 20 * number
        parts.append(_mark(mark, WIDTH - RIGHT + 20, row - 4, colour))
        parts.append(f'<text x="{WIDTH - RIGHT + 32}" y="{row}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _scale(seconds: float) -> float:
    return seconds if seconds <= 1 else 1 + math.log10(seconds) * 2


def _mark(kind: str, x: float, y: float, colour: str) -> str:
    paint = f'fill="none" stroke="{colour}" stroke-width="1.4"'
    match kind:
        case "circle":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" {paint}/>'
        case "square":
            return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" {paint}/>'
        case "triangle":
            return f'<path d="M{x:.1f} {y - 4:.1f} l4 7 h-8 z" {paint}/>'
        case "diamond":
            return f'<path d="M{x:.1f} {y - 4:.1f} l4 4 l-4 4 l-4 -4 z" {paint}/>'
        case _:
            return f'<path d="M{x - 3:.1f} {y - 3:.1f} l6 6 m0 -6 l-6 6" {paint}/>'
