"""How a walk can end before it has seen everything."""

from __future__ import annotations

from antumbra.program.source import Location
from antumbra.proofs.answer import Witness


class NotUnderstood(Exception):  # noqa: N818 - an answer, not an error
    """Something that the checker cannot execute, and where."""

    def __init__(self, what: str, location: Location | None = None) -> None:
        super().__init__(f"{what} at {location}" if location else what)


class Violation(Exception):  # noqa: N818 - an answer, not an error
    """An execution that should not exist. ``abstract``: it begins in a state that no execution may reach."""

    def __init__(self, witness: Witness, location: Location | None, *, abstract: str) -> None:
        super().__init__(witness.message)
        self.witness = witness
        self.location = location
        self.abstract = abstract


class DeadEnd(Exception):  # noqa: N818 - not an error
    """No execution comes here."""
