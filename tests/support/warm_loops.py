"""Programs with loops as machine code from their first round on, and without machine code, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from antumbra.engines.explore.explorer import Explorer
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.outcome import Reason
from antumbra.program.model import Program
from antumbra.semantics import warmth
from antumbra.semantics.compiling import writer
from antumbra.semantics.native import running
from antumbra.semantics.switches import Switches

PYTHON_ONLY = Switches(machine_code=False)


@contextmanager
def warm_at_once(*, turn: int | None = None, slice_: int | None = None, tried: int = 1 << 40) -> Iterator[None]:
    """Every loop is warm at its second entry, and no loop is given up before ``tried``. All in commands."""
    values: list[tuple[Any, str, Any]] = [
        (warmth, "WARM", 1),
        (warmth, "LOOK", 2),
        (writer, "LOOK", 2),
        (writer, "LOOP_BUDGET", 1),
        (running, "TRIED", tried),
        (running, "MISFITS", 1 << 40),
        (running, "TURN", turn or running.TURN),
        (running, "SLICE", slice_ or running.SLICE),
    ]
    before = [(module, name, getattr(module, name)) for module, name, _ in values]
    for module, name, value in values:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def told(explorer: Explorer) -> dict[str, Any]:
    """All that a run says but how much effort it was."""
    ends = list(explorer.run())
    statistics = explorer.statistics
    counts = (statistics.instructions, statistics.paths, statistics.forks, statistics.queries, statistics.errors)
    return {
        "ends": [(e.reason, e.check, e.message, e.location, e.inputs, e.conditions) for e in ends],
        "counts": counts,
        "covered": bytes(explorer.machine.covered),
        "cuts": [(cut.reason, cut.detail, cut.location) for cut in explorer.cuts],
        "values": explorer.recording.last_values if ends else None,
        "profile": None if explorer.machine.profile is None else explorer.machine.profile.entries,
    }


def differences(
    program: Program, options: dict[str, Any], *, turn: int | None = None, slice_: int | None = None
) -> tuple[list[str], int]:
    """Where both disagree; and how many commands were machine code's."""
    plain = told(Explorer(program, ExploreOptions(**options, switches=PYTHON_ONLY)))
    with warm_at_once(turn=turn, slice_=slice_):
        explorer = Explorer(program, ExploreOptions(**options))
        native = told(explorer)
    if any(end[0] is not Reason.RETURN for end in plain["ends"]) and plain["counts"] < native["counts"]:
        # generated Python does not count the commands of a region in which a path ends
        native["counts"] = (plain["counts"][0], *native["counts"][1:])
    wrong = [f"{key}: {plain[key]!r} / {native[key]!r}"[:600] for key in plain if plain[key] != native[key]]
    return wrong, explorer.machine.counters.native
