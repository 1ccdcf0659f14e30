"""The real parts of a run. The only place that names engines."""

from __future__ import annotations

from pathlib import Path

from antumbra.frontends.load import load
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.program.flow import FlowGraph
from antumbra.session.control import Control
from antumbra.session.options import RunOptions
from antumbra.session.parts import Engine, Folder, Native

#: engines by name
ENGINES = ("explore", "interpolate", "houdini", "abstract")


def engine_named(name: str) -> str:
    """The engine a user asks for. Raises InputError when there is none of that name."""
    if name != "auto" and name not in ENGINES:
        raise InputError(f"unknown engine {name!r}; expected one of auto, {', '.join(ENGINES)}")
    return name


def has_loops(program: P.Program) -> bool:
    """Has any procedure a loop?"""
    return any(FlowGraph(procedure).retreating_edges for procedure in program.procedures.values())


class Standard:
    """Binds front ends, engines, native replay and test writers together. Heavy modules load when first needed."""

    def load(self, path: Path, options: RunOptions) -> Loaded:
        return load(path, options.load)

    def engine(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> Engine:
        name = self._chosen(loaded, options)
        if name == "abstract":
            from antumbra.session.abstracting import AbstractAnalysis

            return AbstractAnalysis(loaded, options, timeout)
        if loaded.language == "guarded":
            raise InputError(f"the engine {options.engine} takes no guarded commands; expected --engine abstract")
        if name == "interpolate":
            from antumbra.session.interpolating import Interpolation

            return Interpolation(loaded, options, timeout)
        if name == "houdini":
            from antumbra.session.inducting import Induction

            return Induction(loaded, options, timeout)
        if name == "auto" and loaded.language == "boogie":
            from antumbra.session.budgets import Budgets

            return Budgets(loaded, options, timeout)
        if name == "auto":
            from antumbra.session.alternating import Alternation

            return Alternation(loaded, options, timeout)
        from antumbra.session.exploring import Exploration

        return Exploration(loaded, options, timeout)

    def _chosen(self, loaded: Loaded, options: RunOptions) -> str:
        """The engine's name; ``auto`` only where there is something to choose from."""
        if options.engine != "auto":
            return options.engine
        if options.targets is not None and not loaded.program.axioms:
            return "interpolate"
        leaks = options.load.properties.checks & {"valid-memtrack", "valid-memcleanup"}
        limits = options.limits
        limited = limits.max_depth or limits.max_forks or limits.max_paths
        alone = options.search or options.collect or leaks or limited or options.targets is not None
        if loaded.language == "boogie":
            # without loops there is nothing to close, and those that are bounded are not to be
            bounded = limits.bound is not None or limits.max_loop is not None
            alone = alone or bounded or not has_loops(loaded.program)
        return "explore" if alone else "auto"

    def native(self, loaded: Loaded, options: RunOptions, control: Control) -> Native:
        if loaded.language == "guarded" or (loaded.language == "boogie" and options.engine == "abstract"):
            from antumbra.session.abstracting import TraceReplay

            return TraceReplay(loaded, control)
        if loaded.language == "boogie":
            from antumbra.session.boogie import ConcreteReplay

            return ConcreteReplay(loaded, control)
        from antumbra.session.native import NativeReplay

        places = tuple(target.location for target in options.goals.targets if not target.check)
        return NativeReplay(loaded, options.load, places)

    def folder(self, loaded: Loaded, options: RunOptions) -> Folder:
        from antumbra.session.testfiles import ResultFolder

        return ResultFolder(loaded, options)
