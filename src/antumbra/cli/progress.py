"""The live line on a terminal: states, paths, coverage, queries, solver share, rate, time."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from antumbra.records import replace

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


#: what is counted from the start of a run on; engines that take turns count anew
_GROWING = ("paths", "queries", "solver_queries", "solver_seconds", "instructions")


def grown(before: Statistics | None, now: Statistics) -> Statistics:
    """The counters of now, none less than it was shown before."""
    if before is None:
        return now
    most = {name: max(getattr(before, name), getattr(now, name)) for name in _GROWING}
    if before.covered_blocks * now.total_blocks > now.covered_blocks * before.total_blocks:
        most |= {"covered_blocks": before.covered_blocks, "total_blocks": before.total_blocks}
    return replace(now, **most)


def _short(value: float) -> str:
    for unit in ("", "k", "M"):
        if value < 1000:
            return f"{value:.3g}{unit}"
        value /= 1000
    return f"{value:.3g}G"


class Line:
    """One line of stderr that is kept up to date, after the first moment and so often as one can read."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self._next = self.started + PATIENCE
        self._live: Live | None = None

    @property
    def due(self) -> bool:
        return time.monotonic() >= self._next

    def show(self, text: str) -> None:
        if not self.due:
            return
        self._next = time.monotonic() + INTERVAL
        if self._live is None:
            self._live = _display()
            self._live.start()
        self._live.update(_text(fitting(text, self._live.console.width)), refresh=True)

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None


class LiveLine:
    """An observer that keeps one line of stderr up to date."""

    def __init__(self) -> None:
        self._line = Line()
        self._phase = "starting"
        self._counters: Statistics | None = None

    def phase(self, name: str) -> None:
        self._phase = name
        self._show()

    def progress(self, counters: Statistics) -> None:
        if self._line.due:
            self._counters = grown(self._counters, counters)
            self._show()

    def close(self) -> None:
        self._line.close()

    def _show(self) -> None:
        if self._line.due:
            self._line.show(line(self._phase, self._counters, time.monotonic() - self._line.started))


def _display() -> Live:
    from rich.console import Console
    from rich.live import Live

    return Live(console=Console(file=sys.stderr), auto_refresh=False, transient=True, redirect_stdout=False)


def fitting(text: str, width: int) -> str:
    """As much of the text as fits on a line, with a mark where something is left out."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"[:width]


def _text(text: str) -> Text:
    from rich.text import Text

    return Text(text, style="dim", no_wrap=True)
