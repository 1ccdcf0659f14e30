"""The command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status: 0 safe, 1 unsafe, 2 unknown, 3 wrong input or call."""
    from antumbra.cli.run import run

    return run(arguments)


def program() -> NoReturn:
    """``antumbra`` as a program: runs the command of the command line and ends the process."""
    from antumbra.cli.leaving import leave_on_interrupt

    if sys.argv[1:2] == ["cc"]:  # a compiler: its arguments are not ours, and it is called often
        from antumbra.frontends.c.building.wrapper import main as compile_and_carry

        sys.exit(compile_and_carry(sys.argv[2:]))
    leave_on_interrupt()
    if (asked := os.environ.get("_ANTUMBRA_COMPLETE")) is not None:
        import gc

        gc.disable()
        from antumbra.cli.app import COMMANDS
        from antumbra.cli.clicking import parser
        from antumbra.cli.completion import answer

        sys.exit(answer(parser(COMMANDS), asked))
    from antumbra.cli.run import run_and_leave

    run_and_leave()
