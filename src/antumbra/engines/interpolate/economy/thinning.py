"""What is kept at a program point where nothing that was kept was ever of use: less and less."""

from __future__ import annotations

from antumbra.engines.backward.trace import Point
from antumbra.records import dataclass

#: things kept at a point without any being of use, before only every second is kept, every fourth, … at least
WITHOUT_USE = 64
RAREST = 64


@dataclass(slots=True)
class _Use:
    """How many came since one was of use (or since fewer are kept), and how many of them make one that is kept."""

    came: int = 0
    every: int = 1


class Thinning:
    """Says what is worth keeping. What is left out costs work if it would have been of use after all, never a proof."""

    def __init__(self) -> None:
        self._uses: dict[Point, _Use] = {}

    def wanted(self, point: Point) -> bool:
        """Shall one more be kept?"""
        use = self._uses.get(point)
        if use is None:
            use = self._uses[point] = _Use()
        use.came += 1
        if use.came >= WITHOUT_USE * use.every:
            use.came, use.every = 0, min(2 * use.every, RAREST)
        return use.came % use.every == 0

    def used(self, point: Point) -> None:
        """One was of use: all are kept again."""
        self._uses.pop(point, None)
