"""The live line's text."""

from __future__ import annotations

from antumbra.cli.progress import LiveLine, fitting, grown, line
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


def test_numbers_never_fall() -> None:
    first = Statistics(paths=9, queries=50, covered_blocks=3, total_blocks=4, instructions=700, states=5)
    second = Statistics(paths=2, queries=60, covered_blocks=1, total_blocks=4, states=3)
    shown = grown(first, second)
    assert (shown.paths, shown.queries, shown.instructions, shown.states) == (9, 60, 700, 3)
    assert (shown.covered_blocks, shown.total_blocks) == (3, 4)
    assert grown(None, second) is second
    assert grown(second, first) == first.__class__(**{**vars_of(first), "queries": 60})


def vars_of(counters: Statistics) -> dict[str, object]:
    return {name: getattr(counters, name) for name in counters.__slots__}


def test_it_fits_any_width() -> None:
    text = line("exploring", Statistics(paths=10**9, queries=10**12, solver_queries=10**12, states=10**7), 3.0)
    assert [len(fitting(text, width)) for width in (1, 2, 7, 40, 200)] == [1, 2, 7, 40, min(200, len(text))]
    assert fitting(text, 7) == "explor…"
    assert fitting("short", 5) == "short"
