"""Times and sizes with units, as users write them on the command line and in Python."""

from __future__ import annotations

import math
import re

from antumbra.patterns import pattern
from antumbra.program.errors import InputError

_NUMBER = pattern(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([a-z]*)\Z", re.IGNORECASE)
_SECONDS = {"": 1.0, "s": 1.0, "sec": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}
_MEGABYTES = {"": 1.0, "m": 1.0, "mb": 1.0, "mib": 1.0, "g": 1024.0, "gb": 1024.0, "gib": 1024.0}


def seconds(value: str | float) -> float:
    """A time: ``90``, ``1.5``, ``"90s"``, ``"500ms"``, ``"5min"``, ``"2h"``. Raises InputError."""
    found = _quantity(value, _SECONDS)
    if found is None or found <= 0:
        raise InputError(f"{value!r} is not a time; expected seconds such as 90, 1.5, 90s, 5min or 2h")
    return found


def megabytes(value: str | float) -> int:
    """A size: ``500``, ``"500MB"``, ``"2GB"``. Raises InputError."""
    found = _quantity(value, _MEGABYTES)
    if found is None or found < 1:
        raise InputError(f"{value!r} is not a size; expected megabytes such as 500, 500MB or 2GB")
    return int(found)


def _quantity(value: str | float, units: dict[str, float]) -> float | None:
    """The number with its unit, or None if that is not what ``value`` is."""
    if not isinstance(value, str):
        return float(value) if math.isfinite(value) else None
    match = _NUMBER.match(value.strip())
    if match is None or match[2].lower() not in units:
        return None
    number = float(match[1]) * units[match[2].lower()]
    return number if math.isfinite(number) else None
