"""Confirmation of violations in Boogie programs: a concrete run under the model."""

from __future__ import annotations

from antumbra.engines.outcome import PathEnd
from antumbra.evidence.concrete import confirm
from antumbra.evidence.left_out import Consistent, Inconsistent, Open, left_out
from antumbra.frontends.loaded import Loaded
from antumbra.program.assumptions import assume
from antumbra.program.model import Program
from antumbra.session.control import Control
from antumbra.session.parts import Confirmation
from antumbra.solvers.backends.full_model import LONGEST
from antumbra.solvers.deadline import Deadline

#: seconds for a violation that is found in the last moment: it would be a pity to lose it
GRACE = 0.7


#: steps for the question whether declarations that nothing uses are consistent
UNUSED = 4_000_000


def deadline(control: Control, steps: int) -> Deadline:
    left = control.remaining
    return Deadline(None if left is None else max(GRACE, left), steps, stop=lambda: control.impatient)


class Unused:
    """Whether declarations that the front end left out could forbid a violation; what is not known is taken for
    granted, and said."""

    def __init__(self, loaded: Loaded, control: Control) -> None:
        self._loaded = loaded
        self._control = control
        self._whole: Program | None = None

    def forbid(self, end: PathEnd) -> str | None:
        """Why there is no violation after all."""
        if self._loaded.whole is None:
            return None
        whole = self._whole = self._whole or self._loaded.whole()
        match left_out(self._loaded.program, whole, end.conditions, deadline(self._control, UNUSED)):
            case Consistent():
                return None
            case Inconsistent():
                return "axioms and other declarations are inconsistent: every property holds vacuously"
            case Open(reason):
                granted = assume("dead-axioms", reason=reason)
                assumptions = self._loaded.program.assumptions
                if all(assumption.id != granted.id for assumption in assumptions):
                    assumptions.append(granted)
                return None


class ConcreteReplay:
    """The ``Native`` part of a run of a Boogie program."""

    def __init__(self, loaded: Loaded, control: Control) -> None:
        self._program = loaded.program
        self._control = control
        self._unused = Unused(loaded, control)

    def replay(self, end: PathEnd) -> Confirmation:
        weakened = [name for name, policy in self._program.externals.items() if policy == "weakened"]
        if weakened:
            return Confirmation(False, tuple(f"assumptions that were not used: {name}" for name in weakened))
        outcome = confirm(self._program, end, deadline(self._control, LONGEST))
        if not outcome.confirmed:
            return Confirmation(False, (outcome.detail,))
        forbidden = self._unused.forbid(end)
        if forbidden is not None:
            return Confirmation(False, (forbidden,))
        return Confirmation(True, outcome.functions, outcome.inputs)

    def close(self) -> None:
        """Nothing is held."""
