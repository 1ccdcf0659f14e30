"""The live line on a terminal: states, paths, coverage, queries, solver share, rate, time."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

    from antumbra.engines.outcome import Statistics

#: nothing is shown for runs shorter than this, so that short runs do not pay for the display
PATIENCE = 0.4
#: seconds between two looks
INTERVAL = 0.1


def line(phase: str, counters: Statistics | None, seconds: float) -> str:
    """The line's text."""
    parts = [f"{phase} {seconds:.1f} s"]
    if counters is not None:
        share = counters.solver_seconds / seconds if seconds else 0.0
        parts += [f"states {counters.states:,}", f"paths {counters.paths:,}"]
        if counters.total_blocks:
            parts.append(f"coverage {counters.covered_blocks / counters.total_blocks:.0%}")
        parts += [
            f"queries {counters.queries:,} ({counters.solver_queries:,} solved)",
            f"solver {min(share, 1.0):.0%}",
            f"{_short(counters.instructions / seconds if seconds else 0.0)} instr/s",
        ]
    return " · ".join(parts)


def _short(value: float) -> str:
    for unit in ("", "k", "M"):
        if value < 1000:
            return f"{value:.3g}{unit}"
        value /= 1000
    return f"{value:.3g}G"


class LiveLine:
    """An observer that keeps one line of stderr up to date."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._next = self._started + PATIENCE
        self._phase = "starting"
        self._live: Live | None = None

    def phase(self, name: str) -> None:
        self._phase = name
        self._show(None)

    def progress(self, counters: Statistics) -> None:
        if time.monotonic() >= self._next:
            self._show(counters)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _show(self, counters: Statistics | None) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + INTERVAL
        if self._live is None:
            self._live = _display()
            self._live.start()
        self._live.update(_text(line(self._phase, counters, now - self._started)), refresh=True)


def _display() -> Live:
    from rich.console import Console
    from rich.live import Live

    return Live(console=Console(file=sys.stderr), auto_refresh=False, transient=True, redirect_stdout=False)


def _text(text: str) -> Text:
    from rich.text import Text

    return Text(text, style="dim", no_wrap=True, overflow="ellipsis")
