"""Counters of a run that executes programs, as reports want them."""

from __future__ import annotations

from collections.abc import Mapping

from antumbra.engines.limits import Limits, peak_mb
from antumbra.engines.outcome import Progress, Statistics
from antumbra.engines.recording import Recording
from antumbra.semantics.machine import Machine


def progress(machine: Machine, recording: Recording, limits: Limits, instructions: int, states: int) -> Progress:
    """A snapshot for a live display."""
    solver = machine.chain.statistics
    return Progress(
        states=states,
        paths=recording.paths,
        errors=recording.errors,
        covered_blocks=recording.new_blocks,
        total_blocks=len(machine.covered),
        instructions=instructions,
        queries=solver.queries,
        solver_queries=solver.solver_queries,
        solver_seconds=solver.solver_seconds,
        seconds=limits.elapsed(),
    )


def statistics(
    machine: Machine,
    recording: Recording,
    limits: Limits,
    instructions: int,
    states: int,
    subsumed: int = 0,
    extra: Mapping[str, float] | None = None,
) -> Statistics:
    """The counters at the end."""
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
        extra=dict(extra or {}),
    )
