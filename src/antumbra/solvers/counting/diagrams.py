"""Binary decision diagrams: a Boolean function as a graph in which models are counted by adding.

A diagram is a number; 0 is false, 1 is true. Every function has one diagram. Bits have levels; a node asks for the bit
of its level, and nodes below it for bits of greater levels only. After Bryant, "Graph-Based Algorithms for Boolean
Function Manipulation" (1986), without complement edges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

#: operations between two looks at the clock
_LOOK: Final = 1 << 12

FALSE: Final = 0
TRUE: Final = 1


class TooLarge(Exception):  # noqa: N818 - it says what the diagram is
    """More work than was allowed."""


class Diagrams:
    """All diagrams over ``levels`` bits. ``steps``: how many nodes may be worked on; then TooLarge is raised, and soon
    after time has ``expired``."""

    def __init__(self, levels: int, steps: int, expired: Callable[[], bool]) -> None:
        self._levels: Final = levels
        self._steps = steps
        #: nodes that were worked on
        self.spent = 0
        self._expired: Final = expired
        #: of each node level, diagram if the bit is 0, diagram if it is 1; the ends are below all levels
        self._nodes: list[tuple[int, int, int]] = [(levels, 0, 0), (levels, 1, 1)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._known: dict[tuple[int, int, int], int] = {}

    def bit(self, level: int) -> int:
        """The function that is this bit."""
        return self._node(level, FALSE, TRUE)

    def _node(self, level: int, low: int, high: int) -> int:
        if low == high:
            return low
        key = (level, low, high)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return found

    def ite(self, test: int, then: int, other: int) -> int:
        """``then`` where ``test`` holds, ``other`` elsewhere: every operation is one of these."""
        quick = _quick(test, then, other)
        if quick is not None:
            return quick
        known, nodes = self._known, self._nodes
        root = (test, then, other)
        stack = [root]
        while stack:
            triple = stack[-1]
            if triple in known:
                stack.pop()
                continue
            self._spend()
            parts = [nodes[diagram] for diagram in triple]
            level = min(parts[0][0], parts[1][0], parts[2][0])
            halves: list[int] = []
            for side in (1, 2):
                half = tuple(d if part[0] != level else part[side] for d, part in zip(triple, parts, strict=True))
                key = (half[0], half[1], half[2])
                value = _quick(*key)
                if value is None:
                    value = known.get(key)
                if value is None:
                    stack.append(key)
                else:
                    halves.append(value)
            if len(halves) == 2:
                known[triple] = self._node(level, halves[0], halves[1])
                stack.pop()
        return known[root]

    def _spend(self) -> None:
        self.spent += 1
        if self.spent > self._steps or (self.spent % _LOOK == 0 and self._expired()):
            raise TooLarge

    def not_(self, a: int) -> int:
        return self.ite(a, FALSE, TRUE)

    def and_(self, a: int, b: int) -> int:
        return self.ite(a, b, FALSE)

    def or_(self, a: int, b: int) -> int:
        return self.ite(a, TRUE, b)

    def xor(self, a: int, b: int) -> int:
        return self.ite(a, self.not_(b), b)

    def holds(self, diagram: int, bits: Mapping[int, bool]) -> bool:
        """The value for bits by their levels."""
        while diagram > TRUE:
            level, low, high = self._nodes[diagram]
            diagram = high if bits[level] else low
        return diagram == TRUE

    def count(self, diagram: int, counted: int) -> int:
        """For how many values of the bits of the first ``counted`` levels there are values of the others that satisfy
        it."""
        reached = {FALSE, TRUE}
        stack = [diagram]
        while stack:
            number = stack.pop()
            if number not in reached:
                reached.add(number)
                stack += self._nodes[number][1:]
        models: dict[int, int] = {}
        # a node is younger than those below it
        for number in sorted(reached):
            level, low, high = self._nodes[number]
            if level >= counted:
                models[number] = int(number != FALSE)
                continue
            below = [models[side] << (min(self._nodes[side][0], counted) - level - 1) for side in (low, high)]
            models[number] = sum(below)
        return models[diagram] << min(self._nodes[diagram][0], counted)


def _quick(test: int, then: int, other: int) -> int | None:
    if test == TRUE or then == other:
        return then
    if test == FALSE:
        return other
    if then == TRUE and other == FALSE:
        return test
    return None
