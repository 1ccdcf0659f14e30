"""What a user can say about a characterization, beyond what every run is told."""

from __future__ import annotations

from pathlib import Path

from antumbra.records import dataclass

#: reads of one run that count as inputs
MAX_INPUTS = 16
#: parts of the strategy that measurements may leave out
PHASES = ("accelerate", "definite", "slice", "possible", "generalize", "grow")


@dataclass(frozen=True, slots=True)
class CharacterizeOptions:
    """``max_inputs``: None as many as there is time for, MAX_INPUTS at first. ``assume_inputs``: ``NAME=RANGE`` or a
    table, for each input that is not just any value of its type."""

    max_inputs: int | None = None
    assume_inputs: tuple[str, ...] = ()
    against: Path | None = None  #: bounds.json of an earlier run
    without: frozenset[str] = frozenset()  #: of PHASES
