"""Confirmation of violations in Boogie programs: a concrete run under the model."""

from __future__ import annotations

from antumbra.engines.outcome import PathEnd
from antumbra.evidence.concrete import confirm
from antumbra.frontends.load import Loaded
from antumbra.session.control import Control
from antumbra.session.parts import Confirmation
from antumbra.solvers.deadline import Deadline
from antumbra.solvers.full_model import LONGEST

#: seconds for a violation that is found in the last moment: it would be a pity to lose it
GRACE = 1.0


class ConcreteReplay:
    """The ``Native`` part of a run of a Boogie program."""

    def __init__(self, loaded: Loaded, control: Control) -> None:
        self._program = loaded.program
        self._control = control

    def replay(self, end: PathEnd) -> Confirmation:
        weakened = [name for name, policy in self._program.externals.items() if policy == "weakened"]
        if weakened:
            return Confirmation(False, tuple(f"assumptions that were not used: {name}" for name in weakened))
        left = self._control.remaining
        seconds = LONGEST if left is None else min(LONGEST, max(GRACE, left))
        outcome = confirm(self._program, end, Deadline(seconds))
        if not outcome.confirmed:
            return Confirmation(False, (outcome.detail,))
        return Confirmation(True, outcome.functions, outcome.inputs)

    def close(self) -> None:
        """Nothing is held."""
