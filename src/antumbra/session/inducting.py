"""The houdini engine as a part of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from antumbra.engines.houdini import Houdini, HoudiniOptions
from antumbra.engines.outcome import Cut, PathEnd, Reason, Statistics
from antumbra.frontends.loaded import Loaded
from antumbra.program import model as P
from antumbra.program.errors import InputError
from antumbra.proofs import Certificate
from antumbra.report.lcov import Coverage
from antumbra.session.control import Counters
from antumbra.session.exploring import of_sources, vacuous
from antumbra.session.options import RunOptions

#: commands that work on memory, of which guesses do not speak
_MEMORY = (P.Load, P.Store, P.Alloc, P.Free, P.Copy, P.Fill, P.Builtin)


class Induction:
    """The ``Engine`` part of a run."""

    name = "houdini"

    def __init__(self, loaded: Loaded, options: RunOptions, timeout: float | None) -> None:
        if uses_memory(loaded.program):
            raise InputError("the engine houdini takes programs without memory; expected --engine interpolate")
        if options.targets is not None:
            raise InputError("the engine houdini decides no targets; expected --engine explore or interpolate")
        chosen = HoudiniOptions(
            checks=options.load.properties.checks,
            timeout=timeout,
            memory_mb=options.limits.memory_mb,
            solver=options.solver,
            save_queries=options.save_queries,
            switches=options.switches,
        )
        if options.solver_timeout is not None:
            chosen = replace(chosen, solver_timeout=options.solver_timeout)
        self._houdini = Houdini(loaded.program, chosen)
        self._sources = loaded.sources
        self._vacuous = vacuous(loaded, options, chosen.solver_timeout, timeout)

    def run(self, on_progress: Callable[[Counters], None]) -> Iterator[PathEnd]:
        return iter(()) if self._vacuous is not None else self._houdini.run(on_progress)

    def certificate(self) -> Certificate:
        """What holds at the heads of loops."""
        return self._houdini.certificate()

    def interrupt(self) -> None:
        self._houdini.interrupt()

    @property
    def complete(self) -> bool:
        return self._vacuous is None and self._houdini.complete

    @property
    def cuts(self) -> Sequence[Cut]:
        if self._vacuous is not None:
            return [Cut(Reason.UNSUPPORTED, self._vacuous, None, 1)]
        return self._houdini.cuts

    @property
    def statistics(self) -> Statistics:
        return self._houdini.statistics

    def measured(self) -> Coverage:
        return of_sources(self._houdini.coverage, self._sources)


def uses_memory(program: P.Program) -> bool:
    """Does a program have objects, or commands that work on them?"""
    return bool(program.objects) or any(
        isinstance(command, _MEMORY)
        for procedure in program.procedures.values()
        for block in procedure.blocks.values()
        for command in block.commands
    )
