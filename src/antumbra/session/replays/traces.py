"""Confirmation of counterexamples that are traces of transitions, or become such when they are run again."""

from __future__ import annotations

from antumbra.engines.outcome import PathEnd
from antumbra.evidence.concrete import confirm
from antumbra.frontends.guarded.properties import STATES
from antumbra.frontends.loaded import Loaded
from antumbra.session.control import Control
from antumbra.session.parts import Confirmation
from antumbra.session.replays.boogie import deadline
from antumbra.solvers.backends.full_model import LONGEST


class TraceReplay:
    """The ``Native`` part of a run: an engine hands on traces that it has run step by step on concrete values; the path
    of another one is run concretely, under the solver's model, and what that run does is the trace."""

    def __init__(self, loaded: Loaded, control: Control) -> None:
        externals = loaded.program.externals
        self._weakened = [name for name, policy in externals.items() if policy == "weakened"]
        self._loaded = loaded
        self._control = control

    def replay(self, end: PathEnd) -> Confirmation:
        if self._weakened:
            return Confirmation(False, tuple(f"assumptions that were not used: {name}" for name in self._weakened))
        if end.trace and self._loaded.whole is not None:
            from antumbra.session.replays.boogie import Unused  # loads a solver

            forbidden = Unused(self._loaded, self._control).forbid(end)
            if forbidden is not None:
                return Confirmation(False, (forbidden,))
        if not end.trace and self._loaded.language.replay == "trace":
            outcome = confirm(self._loaded.program, end, deadline(self._control, LONGEST), STATES)
            notes = () if outcome.confirmed else (outcome.detail,)
            return Confirmation(outcome.confirmed, notes, outcome.inputs, outcome.trace)
        return Confirmation(bool(end.trace))

    def close(self) -> None:
        pass
