"""Contracts of recursive procedures, against everything that random programs can do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from antumbra.engines.interpolate import InterpolateOptions, Interpolator, loops, summaries
from antumbra.engines.interpolate.relations import AffineHull
from antumbra.engines.outcome import Reason
from antumbra.engines.targets import TargetPlace
from antumbra.program.source import Location
from tests.interpolate.recursive_programs import Tabulation, program


def blocks(seed: int, *, memory: bool, timeout: float) -> tuple[bool, int]:
    """Every block of a random program, as the engine and as the enumeration see it; whether the engine came to its
    end, and how many calls it did not enter."""
    p = program(seed, memory=memory)
    truth = Tabulation(p)
    if not truth.whole:
        return False, 0
    places = [(name, label) for name, procedure in p.procedures.items() for label in procedure.blocks]
    targets = tuple(TargetPlace(f"{n}:{b}", Location("t", i), ((n, b),)) for i, (n, b) in enumerate(places))
    engine = Interpolator(p, InterpolateOptions(checks=frozenset({"assert"}), timeout=timeout, targets=targets))
    violations = 0
    for end in engine.run():
        if end.reason is Reason.VIOLATION:
            violations += 1
            engine.close(end.check, end.location)
    reached = {f"{name}:{label}" for name, label in truth.reached}
    found = {target.id for target in engine.recording.reached}
    assert found <= reached, f"seed {seed}: reached {found - reached}"
    assert truth.failed or not violations, f"seed {seed}: a violation that does not exist"
    if engine.complete:
        assert found == reached, f"seed {seed}: not reached {reached - found}"
        assert bool(violations) == truth.failed, f"seed {seed}: the violation is missed"
    return engine.complete, engine.summaries.used


def verdict(seed: int, *, memory: bool, timeout: float) -> tuple[bool, int]:
    """The same of the assertions alone, where a trial may be proved that reaches blocks no path has reached."""
    p = program(seed, memory=memory)
    truth = Tabulation(p)
    if not truth.whole:
        return False, 0
    engine = Interpolator(p, InterpolateOptions(checks=frozenset({"assert"}), timeout=timeout))
    violated = any(end.reason is Reason.VIOLATION for end in engine.run())
    assert truth.failed or not violated, f"seed {seed}: a violation that does not exist"
    assert violated or not (truth.failed and engine.complete), f"seed {seed}: the violation is missed"
    return violated or engine.complete, engine.summaries.used


def always_try(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "PATIENCE_CONCRETE"):
        monkeypatch.setattr(summaries, name, 1)
    monkeypatch.setattr(summaries, "BACK_OFF", 1)
    monkeypatch.setattr(loops, "PATIENCE_CONCRETE", 1)


@pytest.mark.parametrize("memory", [False, True], ids=["registers", "memory"])
@pytest.mark.parametrize("entries", [(True, False), (False,)], ids=["all", "some"])
@pytest.mark.parametrize("judge", [blocks, verdict])
def test_contracts_never_hide_what_can_happen(
    judge: Callable[..., tuple[bool, int]], entries: tuple[bool, ...], memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    always_try(monkeypatch)
    monkeypatch.setattr(summaries, "ENTRIES", entries)
    results = [judge(seed, memory=memory, timeout=0.5) for seed in range(20)]
    assert sum(decided for decided, _ in results) >= 12, "most are decided"
    assert sum(used for _, used in results) > 0
