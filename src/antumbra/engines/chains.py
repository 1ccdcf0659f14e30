"""The solver chain of a run: what every engine that executes programs asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from antumbra.semantics.switches import Switches
from antumbra.solvers import AxiomChain, Chain


class Asking(Protocol):
    """What the options of an engine say of solvers."""

    @property
    def solver(self) -> str: ...
    @property
    def solver_timeout(self) -> float | None: ...
    @property
    def query_steps(self) -> int | None: ...
    @property
    def save_queries(self) -> Path | None: ...
    @property
    def memory_mb(self) -> float | None: ...
    @property
    def switches(self) -> Switches: ...


def plain_chain(options: Asking, deadline: Callable[[], float]) -> Chain:
    """For programs over bit-vectors, arrays and floats."""
    return Chain(
        solver=options.solver,
        timeout=options.solver_timeout,
        save_queries=options.save_queries,
        deadline=deadline,
        memory_mb=options.memory_mb,
        query_steps=options.query_steps,
    )


def axiom_chain(options: Asking, deadline: Callable[[], float]) -> AxiomChain:
    """For programs with axioms, quantifiers or functions without meaning."""
    switches = options.switches
    return AxiomChain(
        solver=options.solver,
        timeout=options.solver_timeout,
        save_queries=options.save_queries,
        deadline=deadline,
        shortcuts=switches.shortcuts,
        independence=switches.independence,
        cached_search=switches.cached_search,
        memory_mb=options.memory_mb,
        query_steps=options.query_steps,
    )
