"""How much of the suite runs: ``make test`` takes a part of what is alike, ``make nightly`` everything."""

from __future__ import annotations

import os
from typing import TypeVar

FULL = os.environ.get("ANTUMBRA_TESTS") == "full"

T = TypeVar("T")


def some(few: T, everything: T) -> T:
    """``few`` of the parts of a test that are alike, or ``everything`` in the full suite."""
    return everything if FULL else few
