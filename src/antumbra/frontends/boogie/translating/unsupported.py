"""What we can read but not execute."""

from __future__ import annotations

from antumbra.frontends.boogie.syntax import Place


class Unsupported(Exception):  # noqa: N818 - becomes an end of a path, with its place
    """A construct without a translation: the path that meets it ends as unsupported."""

    def __init__(self, what: str, place: Place) -> None:
        super().__init__(what)
        self.what = what
        self.place = place
