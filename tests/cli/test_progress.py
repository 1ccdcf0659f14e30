"""The live line's text."""

from __future__ import annotations

from antumbra.cli.progress import LiveLine, line
from antumbra.engines.outcome import Statistics


def test_line() -> None:
    counters = Statistics(
        instructions=3_000_000, paths=1234, queries=10, solver_queries=2, solver_seconds=1.0, states=7,
        covered_blocks=1, total_blocks=2,
    )  # fmt: skip
    text = line("exploring", counters, 2.0)
    assert text == (
        "exploring 2.0 s · states 7 · paths 1,234 · coverage 50% · queries 10 (2 solved) · solver 50% · 1.5M instr/s"
    )


def test_line_at_the_start() -> None:
    assert line("reading", None, 0.0) == "reading 0.0 s"
    assert "0 instr/s" in line("exploring", Statistics(), 0.0)


def test_short_runs_show_nothing() -> None:
    live = LiveLine()
    live.phase("reading")
    live.progress(Statistics())
    live.close()
