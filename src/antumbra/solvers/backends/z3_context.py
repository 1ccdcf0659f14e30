"""Z3's context: names, numbers and counters of all that its solvers have seen.

Which models it finds depends on them. So each run has a context of its own, and whoever else uses Z3 in the process has
another one. To make one takes milliseconds and megabytes: within a run all share it.
"""

from __future__ import annotations

from typing import Any, Final

import z3  # pyright: ignore[reportMissingTypeStubs]

from antumbra.solvers.runs import current_run

#: Z3's binding has no types to check against
z: Final[Any] = z3


class _Handle(z3.Context):
    """The end of a run may come while Z3 makes a context, which takes long: what is half made must end silently."""

    owner = False
    ctx = None


class Context:
    """One context, and how much of Z3's own count of what it did there was read."""

    def __init__(self) -> None:
        self.handle: Final[Any] = _Handle()
        self._read = 0

    def new_solver(self) -> Any:
        """A solver that leaves SIGINT to whoever waits for it: Z3 would take it, and nobody else hear of it."""
        solver = z.Solver(ctx=self.handle)
        solver.set("ctrl_c", False)
        return solver

    def taken(self, solver: Any) -> int:
        """What Z3 did since the last time, for any solver of the context."""
        # through the C interface: a twentieth of a small query, a fifth through Python's classes
        context, c = self.handle.ref(), z.z3core
        statistics = c.Z3_solver_get_statistics(context, solver.solver)
        c.Z3_stats_inc_ref(context, statistics)
        count = self._read
        for index in range(c.Z3_stats_size(context, statistics) - 1, -1, -1):
            if c.Z3_stats_get_key(context, statistics, index) == "rlimit count":
                count = c.Z3_stats_get_uint_value(context, statistics, index)
                break
        c.Z3_stats_dec_ref(context, statistics)
        before, self._read = self._read, count
        # it is a number of 32 bits
        return (count - before) % 2**32

    def interrupt(self) -> None:
        self.handle.interrupt()

    def recover(self) -> None:
        """A query without anything clears the interrupt, which else cancels what is done next (``push canceled``)."""
        self.new_solver().check()


class _Current:
    run = -1
    context: Context | None = None


def current_context() -> Context:
    """That of the run."""
    if _Current.context is None or _Current.run != current_run():
        _Current.run, _Current.context = current_run(), Context()
    return _Current.context
