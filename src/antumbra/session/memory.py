"""How much memory the process has used at most."""

from __future__ import annotations

import resource
import sys


def peak_memory_mb() -> float:
    """Peak resident memory of this process in megabytes (children not included)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / 1024
