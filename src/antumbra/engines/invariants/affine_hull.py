"""Linear equations that points satisfy, modulo 2^w or exactly: the affine hull of samples, kept as they come in.

Every equation over machine words that holds for all points follows from the generators, also those with even factors
(``2^31 * (x + y) = 0``: x and y are equally even). After the modular version of Karr's domain: King and Søndergaard,
"Automatic abstraction for congruences", VMCAI 2010.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, lcm
from typing import Any


class AffineHull:
    """Points are added; ``equations`` are rows (constant, factors …) with ``constant + Σ factor · x = 0``."""

    def __init__(self, size: int, width: int) -> None:
        self._width = width
        self._mask = (1 << width) - 1
        #: generators of all equations that hold so far; before the first point every one does
        self.equations: list[tuple[int, ...]] = [tuple(int(i == j) for j in range(size + 1)) for i in range(size + 1)]

    def add(self, point: Sequence[int]) -> None:
        """Keep the equations that hold at one more point, too."""
        row = (1, *point)
        mask = self._mask
        values = [sum(a * b for a, b in zip(equation, row, strict=True)) & mask for equation in self.equations]
        wrong = [i for i, value in enumerate(values) if value]
        if not wrong:
            return
        # the one that fails by the least power of two cancels the others
        pivot = min(wrong, key=lambda i: (values[i] & -values[i], i))
        power = (values[pivot] & -values[pivot]).bit_length() - 1
        inverse = pow(values[pivot] >> power, -1, 1 << self._width)
        base = tuple(a * inverse & mask for a in self.equations[pivot])
        kept: list[tuple[int, ...]] = []
        for i, equation in enumerate(self.equations):
            if i == pivot:
                # a multiple of it may still hold
                equation = tuple(a << (self._width - power) & mask for a in base)
            elif values[i]:
                factor = values[i] >> power
                equation = tuple((a - factor * b) & mask for a, b in zip(equation, base, strict=True))
            if any(equation[1:]):
                kept.append(equation)
        self.equations = kept


class LinearHull:
    """The same of points with rational coordinates, exactly (Karr, Acta Informatica 1976). Factors are whole."""

    def __init__(self, size: int) -> None:
        self.equations: list[tuple[int, ...]] = [tuple(int(i == j) for j in range(size + 1)) for i in range(size + 1)]

    def add(self, point: Sequence[Any]) -> None:
        """Keep the equations that hold at one more point, too."""
        row = (1, *point)
        values = [sum(a * b for a, b in zip(equation, row, strict=True)) for equation in self.equations]
        wrong = [i for i, value in enumerate(values) if value]
        if not wrong:
            return
        pivot = min(wrong, key=lambda i: (abs(values[i]), i))
        base, scale = self.equations[pivot], values[pivot]
        kept: list[tuple[int, ...]] = []
        for i, equation in enumerate(self.equations):
            if i != pivot:
                cancelled = [a * scale - b * values[i] for a, b in zip(equation, base, strict=True)]
                kept.append(_whole(cancelled) if values[i] else equation)
        self.equations = [equation for equation in kept if any(equation[1:])]


def _whole(row: Sequence[Any]) -> tuple[int, ...]:
    """A row in the smallest whole numbers."""
    scale = lcm(*(a.denominator for a in row))
    whole = [int(a * scale) for a in row]
    shared = gcd(*whole) or 1
    return tuple(a // shared for a in whole)
