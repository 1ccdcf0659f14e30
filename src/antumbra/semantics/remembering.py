"""Results of calls with numbers, of procedures that return the same whenever they are called with the same.

What such a call does depends on nothing but its arguments (``program/graphs/pure.py``), so the first one is executed
and others of the same arguments return at once: recursion that calls itself twice takes as many calls as there are
arguments.
"""

from __future__ import annotations

from typing import Any, Final

from antumbra.semantics.state import Frame

#: results that are kept, and calls under way whose results may be
MOST: Final = 400_000

#: a procedure's number, and what it is called with
Call = tuple[int, tuple[Any, ...]]


class Remembering:
    def __init__(self) -> None:
        self._results: dict[Call, tuple[Any, ...]] = {}
        #: calls under way, by the frame that they return to
        self.open: dict[int, tuple[Frame, Call]] = {}

    def recall(self, procedure: int, arguments: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """What a call returns, if one with the same numbers has returned."""
        return self._results.get((procedure, arguments))

    def begin(self, frame: Frame, procedure: int, arguments: tuple[Any, ...]) -> None:
        """A call that will return to a frame."""
        if all(map(_is_number, arguments)) and len(self.open) + len(self._results) < MOST:
            # the frame is kept, so that no other one has its identity
            self.open[id(frame)] = frame, (procedure, arguments)

    def end(self, frame: Frame, results: tuple[Any, ...]) -> None:
        """A call has returned to a frame."""
        begun = self.open.pop(id(frame), None)
        if begun is not None and all(map(_is_number, results)):
            self._results[begun[1]] = results


def _is_number(value: Any) -> bool:
    return value.__class__ is int or value.__class__ is bool
