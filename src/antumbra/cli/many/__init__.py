"""Commands that start many processes: ``suite``, and ``check -j`` as a portfolio. Loaded when they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from antumbra.cli.declared import Call, Option


def run_suite(call: Call, refuse: Callable[[Sequence[str]], None], **settings: Any) -> int:
    from antumbra.cli.many.suite import suite as run

    return run(call, refuse, **settings)


def suite_options() -> tuple[Option, ...]:
    from antumbra.cli.many.suite import of_suite as options

    return options()


def run_portfolio(call: Call, file: tuple[Path, ...], settings: Mapping[str, Any], jobs: int) -> int:
    from antumbra.cli.many.portfolio import portfolio as run

    return run(call, file, settings, jobs)
