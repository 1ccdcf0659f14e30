"""Values a user types: times and sizes with units."""

from __future__ import annotations

import math
import re
from typing import Any

import click

_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([a-z]*)\Z", re.IGNORECASE)
_SECONDS = {"": 1.0, "s": 1.0, "sec": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_MEGABYTES = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}


def quantity(text: str, units: dict[str, float]) -> float | None:
    """The number with its unit, or None if that is not what ``text`` is."""
    match = _NUMBER.match(text.strip())
    if match is None or match[2].lower() not in units:
        return None
    value = float(match[1]) * units[match[2].lower()]
    return value if math.isfinite(value) else None


class Duration(click.ParamType[float]):
    """Seconds: ``90``, ``1.5``, ``90s``, ``500ms``, ``5min``, ``2h``."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = quantity(str(value), _SECONDS)
        if seconds is None or seconds <= 0:
            self.fail(f"{value!r} is not a time; expected seconds such as 90, 1.5, 90s, 5min or 2h", param, ctx)
        return seconds


class Megabytes(click.ParamType[int]):
    """A size in megabytes: ``500``, ``500MB``, ``2GB``."""

    name = "MB"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        size = quantity(str(value), _MEGABYTES)
        if size is None or size < 1:
            self.fail(f"{value!r} is not a size; expected megabytes such as 500, 500MB or 2GB", param, ctx)
        return int(size)
