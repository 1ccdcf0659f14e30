"""Does learning pay? Where no interpolant covers anything, working them out is time lost."""

from __future__ import annotations

#: interpolants that are learnt before it is asked what they were good for
WINDOW = 128
#: so many of them must have been used, of a hundred
WORTH = 2
#: path ends without learning, at first and at most; then it is tried again
FIRST_REST = 512
LONGEST_REST = 1 << 16


class Pays:
    """Told of what is learnt and of what is pruned; says when to rest."""

    def __init__(self) -> None:
        self._learnt = 0
        self._used = 0
        self._rest = FIRST_REST // 2
        self._left = 0
        self.rests = 0

    @property
    def resting(self) -> bool:
        return self._left > 0

    def used(self) -> None:
        """A state was pruned."""
        self._used += 1

    def learnt(self) -> None:
        """An interpolant was stored."""
        self._learnt += 1
        if self._learnt >= WINDOW:
            if self._used * 100 < WORTH * self._learnt:
                self._rest = min(2 * self._rest, LONGEST_REST)
                self._left = self._rest
                self.rests += 1
            else:
                self._rest = FIRST_REST // 2
            self._learnt = self._used = 0

    def ended(self) -> None:
        """A path has ended."""
        self._left = max(0, self._left - 1)
