"""The solver chain of a run: what every engine that executes programs asks."""

from __future__ import annotations

from collections.abc import Callable

from antumbra.engines.options import ExecutionOptions
from antumbra.solvers import AxiomChain, Chain


def plain_chain(options: ExecutionOptions, deadline: Callable[[], float]) -> Chain:
    """For programs over bit-vectors, arrays and floats."""
    return Chain(
        solver=options.solver,
        timeout=options.solver_timeout,
        save_queries=options.save_queries,
        deadline=deadline,
        memory_mb=options.memory_mb,
        query_steps=options.query_steps,
    )


def axiom_chain(options: ExecutionOptions, deadline: Callable[[], float]) -> AxiomChain:
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
