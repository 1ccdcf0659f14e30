"""What a checker of proofs says: values to match on, never bool or None."""

from __future__ import annotations

from dataclasses import dataclass

from antumbra.program.source import Location


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The proof holds. ``text``: what it rests on, for people."""

    checker: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Refuted:
    """The proof is wrong: an error of ours. The verdict that rests on it cannot be ``safe``."""

    checker: str
    reason: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nothing is known of the proof: no time, or something that the checker does not understand, and which."""

    checker: str
    reason: str


Answer = Confirmed | Refuted | Unchecked
