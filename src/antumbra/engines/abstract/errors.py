"""What a transition system has no place for."""

from __future__ import annotations

from antumbra.program.source import Location


class Unsupported(Exception):  # noqa: N818 - it says what the program has, not that something failed
    """A construct that the engine cannot take, and where it is."""

    def __init__(self, what: str, place: Location | None) -> None:
        super().__init__(what)
        self.what = what
        self.place = place
