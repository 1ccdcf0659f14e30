"""Confirmation of violations in Boogie programs: a concrete run under the model."""

from __future__ import annotations

from antumbra.engines.outcome import PathEnd
from antumbra.evidence.concrete import confirm
from antumbra.frontends.load import Loaded
from antumbra.session.options import RunOptions
from antumbra.session.parts import Confirmation


class ConcreteReplay:
    """The ``Native`` part of a run of a Boogie program."""

    def __init__(self, loaded: Loaded, options: RunOptions) -> None:
        self._program = loaded.program
        self._timeout = min(options.solver_timeout or 30.0, options.limits.timeout or 30.0)

    def replay(self, end: PathEnd) -> Confirmation:
        weakened = [name for name, policy in self._program.externals.items() if policy == "weakened"]
        if weakened:
            return Confirmation(False, tuple(f"assumptions that were not used: {name}" for name in weakened))
        outcome = confirm(self._program, end, self._timeout)
        return Confirmation(outcome.confirmed, outcome.functions if outcome.confirmed else (outcome.detail,))

    def close(self) -> None:
        """Nothing is held."""
