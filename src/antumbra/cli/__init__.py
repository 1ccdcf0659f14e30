"""The command line."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 safe, 1 unsafe, 2 unknown, 3 wrong input or call."""
    from antumbra.cli.run import run

    return run(arguments)
