"""An exploration on several processors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from antumbra.engines.contract import Engine
from antumbra.engines.explore.options import ExploreOptions
from antumbra.engines.explore.parallel.crew import Crew, Hands
from antumbra.engines.explore.parallel.pieces import PieceExplorer
from antumbra.engines.options import chosen
from antumbra.engines.registry import EXPLORING
from antumbra.frontends.loaded import Loaded
from antumbra.program.errors import InputError
from antumbra.records import replace
from antumbra.session.options import RunOptions

#: everything that was said, by the names of engines' options (session.standard)
Told = Callable[[Loaded, RunOptions, str, float | None], Mapping[str, Any]]


def crew(loaded: Loaded, options: RunOptions, remaining: Callable[[], float | None], told: Told) -> Engine:
    """The engine. Raises InputError where the order of paths matters, or a program has parts that cannot be told."""
    refuse(loaded, options)
    if options.scheduler is not None:
        from antumbra.cluster import connect
        from antumbra.engines.explore.parallel.cluster import Cluster

        # a worker's clock is not ours: pieces are short
        sent = settings(loaded, options, None, told)
        client = connect(options.scheduler)
        try:
            return Crew(
                loaded.program, settings(loaded, options, remaining(), told), Cluster(client, loaded.program, sent)
            )
        except BaseException:
            client.close()
            raise
    options = shared_out(options)

    def make() -> PieceExplorer:
        return PieceExplorer(loaded.program, settings(loaded, options, remaining(), told))

    from antumbra.engines.explore.parallel.processes import Processes

    processes: Hands = Processes(make, options.jobs)
    return Crew(loaded.program, settings(loaded, options, remaining(), told), processes)


def settings(loaded: Loaded, options: RunOptions, timeout: float | None, told: Told) -> ExploreOptions:
    """Depth first within a piece, unless somebody wants another order: then few states are left at its end."""
    given = chosen(ExploreOptions, {**told(loaded, options, EXPLORING, timeout), "merge": "none"})
    return given if options.search else replace(given, search=("dfs",))


def shared_out(options: RunOptions) -> RunOptions:
    """Each has its part of the memory."""
    memory = options.limits.memory_mb
    if memory is None:
        return options
    return replace(options, limits=replace(options.limits, memory_mb=memory // options.jobs))


def refuse(loaded: Loaded, options: RunOptions) -> None:
    limits, own = options.limits, options.own
    if loaded.language.replay != "native":
        raise InputError(f"several processes explore C and LLVM, and no {loaded.language.title} yet")
    if limits.max_forks is not None or limits.max_paths is not None:
        raise InputError("max-forks and max-paths count what comes first, and with several processes nothing does")
    if own.get("profile") or own.get("merge") not in (None, "none"):
        raise InputError("several processes neither make a profile nor merge states")
