"""The second opinion on bounds, by another solver and another way of execution.

The upper bound: under the condition that an input is outside of it, nothing fails. The lower bound: under the condition
that an input is inside, every execution fails. Both are questions to the check of proofs (antumbra.proofs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from antumbra.proofs import Answer, Confirmed, Refuted
from antumbra.strategies.characterize.possible import told


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was asked, and the answer."""

    what: str
    answer: Answer

    def __str__(self) -> str:
        return f"{self.what}: {told(self.answer)}"


def agreed(opinions: Sequence[Opinion]) -> bool | None:
    """True if everything was confirmed, False if anything was refuted, else nobody knows."""
    if any(isinstance(opinion.answer, Refuted) for opinion in opinions):
        return False
    return True if opinions and all(isinstance(o.answer, Confirmed) for o in opinions) else None
