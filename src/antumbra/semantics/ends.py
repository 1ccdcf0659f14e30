"""How paths end, as the machine sees it."""

from __future__ import annotations

from enum import Enum


class Ended(Enum):
    """Ends that the machine itself decides."""

    ASSUMPTION = "assumption"
    UNSUPPORTED = "unsupported"
    SOLVER = "solver"
    DEPTH = "depth"
    FORKS = "forks"
    STACK = "stack"
    RESOLUTION = "resolution"
    ADDRESS_SPACE = "address space"
