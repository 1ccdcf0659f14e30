"""Counters of a run that executes programs, as reports want them."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.engines.limits import Limits, peak_mb
from antumbra.engines.outcome import Statistics
from antumbra.engines.recording import Recording
from antumbra.semantics.machine import Machine


def statistics(
    machine: Machine,
    recording: Recording,
    limits: Limits,
    instructions: int,
    states: int,
    steps: float,
    subsumed: int = 0,
    extra: Mapping[str, float] | None = None,
) -> Statistics:
    """The counters so far."""
    solver = machine.chain.statistics
    return Statistics(
        wall_seconds=limits.elapsed(),
        instructions=instructions,
        paths=recording.paths,
        subsumed=subsumed,
        forks=machine.counters.forks,
        queries=solver.queries,
        solver_queries=solver.solver_queries,
        solver_seconds=solver.solver_seconds,
        peak_memory_mb=peak_mb(),
        states=states,
        covered_blocks=recording.new_blocks,
        total_blocks=len(machine.covered),
        errors=recording.errors,
        steps=int(steps),
        extra=dict(extra or {}),
    )
