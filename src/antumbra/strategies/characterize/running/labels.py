"""What a concrete run did."""

from __future__ import annotations

from enum import Enum
from typing import Final

from antumbra.bounds.cfc import Failure, Side
from antumbra.engines.outcome import Reason
from antumbra.records import dataclass


class Label(Enum):
    """How a run with given inputs ended."""

    FAILS = "violates the property"
    PASSES = "ends without a violation"
    EXCLUDED = "breaks an assumption of the program"
    LATE = "is not over within its steps"  #: no label: it may do anything yet
    UNKNOWN = "cannot be told from its inputs"  #: undefined behaviour, unsupported, or nondeterminism that matters

    @property
    def side(self) -> Side | None:
        """The side of the characterization that the point is on; None where the run does not tell."""
        return _SIDES.get(self)


_SIDES: Final = {Label.FAILS: Side.MUST, Label.PASSES: Side.SAFE, Label.EXCLUDED: Side.SAFE}


@dataclass(frozen=True, slots=True)
class Labelled:
    """``failure``: of FAILS, the check and its place, without a message. ``detail``: why nothing is known."""

    label: Label
    failure: Failure | None = None
    detail: str = ""

    @property
    def side(self) -> Side | None:
        return self.label.side


PASSES: Final = Labelled(Label.PASSES)
EXCLUDED: Final = Labelled(Label.EXCLUDED)
LATE: Final = Labelled(Label.LATE)

#: ends of the program without a violation
_ENDS: Final = {
    Reason.RETURN: PASSES,
    Reason.EXIT: PASSES,
    Reason.ABORT: PASSES,
    Reason.SILENT: PASSES,
    Reason.ASSUMPTION: EXCLUDED,
}


def labelled(reason: Reason, failure: Failure | None, detail: str) -> Labelled:
    """The label of a run that ended like this."""
    if reason is Reason.VIOLATION:
        return Labelled(Label.FAILS, failure)
    return _ENDS.get(reason) or Labelled(Label.UNKNOWN, detail=f"{reason.text}: {detail}" if detail else reason.text)
