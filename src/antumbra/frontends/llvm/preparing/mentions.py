"""Where registers are mentioned in the text of a function's body, without a look at each line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

_REGISTER: Final = re.compile(r'%(?:"[^"]*"|[-\w$.]+)')
_LETTER: Final = re.compile(r"[-\w$.]")
#: how often a body is searched for single names, before all names of it are noted
_PATIENCE: Final = 40


class Mentions:
    """Of one body, which comes as its lines. Lines count from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._text = "\n".join(lines)
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._left = _PATIENCE * len(self._text)
        self._every: dict[str, list[int]] | None = None
        self._breaks = [number for number, line in enumerate(lines) if line[:1] != " "]

    def lines(self, name: str, first: int = 0) -> list[int]:
        """The lines from ``first`` on that mention a register, in order. There may be some too many."""
        if self._left < 0:
            found = self._noted().get(name, [])
            return found[bisect_left(found, first) :]
        text, at, found = self._text, self._starts[first], list[int]()
        self._left -= len(text) - at
        while (at := text.find(name, at)) >= 0:
            end = at + len(name)
            # a name in quotes ends where it ends
            if name[-1] == '"' or end == len(text) or _LETTER.match(text, end) is None:
                number = bisect_right(self._starts, at) - 1
                found.append(number)
                end = self._starts[number + 1]
            at = end
        return found

    def are_apart(self, one: int, other: int) -> bool:
        """Whether a block begins between two lines."""
        return bisect_left(self._breaks, one) != bisect_left(self._breaks, other)

    def _noted(self) -> dict[str, list[int]]:
        if self._every is None:
            self._every = {}
            for match in _REGISTER.finditer(self._text):
                number = bisect_right(self._starts, match.start()) - 1
                self._every.setdefault(match[0], []).append(number)
        return self._every
