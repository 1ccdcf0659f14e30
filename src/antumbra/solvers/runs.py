"""Which run of the process this is. What a solver keeps may decide what it finds, so no run shares it with another."""

from __future__ import annotations


class _Runs:
    count = 0


def begin_run() -> None:
    """What solvers have seen before does not count from here on."""
    _Runs.count += 1


def current_run() -> int:
    return _Runs.count
