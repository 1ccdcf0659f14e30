"""The labels of an axis: the exact first value of each part, and the last of all."""

from __future__ import annotations

from typing import Final

from antumbra.records import dataclass
from antumbra.report.bounds.picture.charts.scale import Part, Scale

#: how near zero may be to another label to have one too
_NEAR: Final = 40.0


@dataclass(frozen=True, slots=True)
class Tick:
    pixel: float
    text: str


def ticks(scale: Scale) -> list[Tick]:
    axis = scale.axis
    found: list[Tick] = []
    for part in scale.parts:
        if part.span.low is None:
            found.append(Tick(part.start, "−∞"))
        elif not part.span.above_low:
            single = part.span.single or _one_text(scale, part)
            found.append(Tick((part.start + part.end) / 2 if single else part.start, axis.text(part.span.low)))
    last = scale.parts[-1]
    if last.span.high is None:
        found.append(Tick(last.end, "∞"))
    elif not last.span.single and not _one_text(scale, last):
        found.append(Tick(last.end, axis.text(last.span.high)))
    zero = _zero(scale.parts)
    if zero is not None and axis.least != 0:
        pixel = scale.centre(0)
        if all(abs(tick.pixel - pixel) > _NEAR for tick in found):
            found.append(Tick(pixel, axis.text(0)))
    return sorted(found, key=lambda tick: tick.pixel)


def _one_text(scale: Scale, part: Part) -> bool:
    """Whether all values have the same name, as NaNs do."""
    ends = part.span.finite
    return ends is not None and scale.axis.text(ends[0]) == scale.axis.text(ends[1])


def _zero(parts: tuple[Part, ...]) -> Part | None:
    for part in parts:
        ends = part.span.finite
        if ends is not None and ends[0] < 0 < ends[1]:
            return part
    return None


def spread(pixels: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near to ``pixels`` (in order) as can be, ``gap`` apart, within two ends if there is room."""
    places = list(pixels)
    for at in range(1, len(places)):
        places[at] = max(places[at], places[at - 1] + gap)
    for at in range(len(places) - 1, -1, -1):
        limit = high if at == len(places) - 1 else places[at + 1] - gap
        places[at] = max(low, min(places[at], limit))
    return places
