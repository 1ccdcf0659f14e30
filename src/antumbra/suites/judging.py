"""What a verdict is worth, once it is known what was expected: BenchExec's categories, SV-COMP's scores."""

from __future__ import annotations

from typing import Final

#: in the order in which tables have them
CATEGORIES: Final = ("correct", "wrong", "unknown", "error", "missing")

_SCORES: Final = {
    ("correct", "true"): 2,
    ("correct", "false"): 1,
    ("wrong", "true"): -32,
    ("wrong", "false"): -16,
}


def head(status: str) -> str:
    """``false`` of ``false(valid-deref)``."""
    return status.partition("(")[0]


def category(expected: str | None, status: str) -> str:
    """``status``: true, false(…), unknown, or in capitals what went wrong.

    As BenchExec has it, a violation of another part of the property than expected is unknown, a time limit an error.
    ``missing``: nobody said what is expected.
    """
    said = head(status)
    if said not in ("true", "false", "unknown"):
        return "error"
    if expected is None:
        return "missing"
    if expected == "unknown":
        return "correct" if said == "unknown" else "wrong"
    if said == "unknown":
        return "unknown"
    if expected == "not-true":
        return "wrong" if said == "true" else "correct"
    if said != head(expected):
        return "wrong"
    return "correct" if said == "true" or expected in ("false", status) else "unknown"


def score(expected: str | None, status: str) -> int:
    """Nothing for what was expected to stay unknown."""
    if expected == "unknown":
        return 0
    return _SCORES.get((category(expected, status), head(status)), 0)
