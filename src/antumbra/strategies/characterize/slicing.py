"""SLICE: conditions of paths without what does not matter, by unsatisfiable cores and never by syntax.

A conjunct of a failing path may go if what is left still implies that something known fails: then inputs that take
another branch there fail as well, and that was shown. The same for paths that do not fail. Failures are kept apart.
Outside of the domain nothing is said, and conditions may be anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.bounds.asking import Asker
from antumbra.bounds.cfc import EXPLORED, Piece, Side, union
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import replace
from antumbra.terms import Term


class Slicer:
    """When the budget of the asker is used up, the rest stays as it is."""

    def __init__(self, asker: Asker, domain: Term = T.TRUE) -> None:
        self._asker = asker
        self._domain = domain

    def sliced(self, pieces: Sequence[Piece]) -> tuple[list[Piece], list[Term]]:
        """Disjoint pieces that are together the same, and simpler conditions, which may overlap, that are MUST."""
        found: list[Piece] = []
        cover: list[Term] = []
        # what fails somewhere reaches into what fails at a known place: that is told first, and the rest is apart
        kinds = dict.fromkeys((piece.side, piece.failure) for piece in pieces)
        for key in sorted(kinds, key=lambda kind: kind[1] is None):
            alike = [piece for piece in pieces if (piece.side, piece.failure) == key]
            wide = self._wide(alike)
            found += self._disjoint(wide, found)
            if key[0] is Side.MUST:
                cover += [piece.condition for piece in wide]
        return found, cover

    def _wide(self, alike: Sequence[Piece]) -> list[Piece]:
        """Pieces of one kind, widened as far as all of them together reach; without those that others cover.

        Paths come first: they are checked again, as wide as they are. What was proved is not, and goes without them.
        """
        alike = sorted(alike, key=lambda piece: piece.evidence.phase != EXPLORED)
        everything = union(piece.whole for piece in alike)
        kept: list[Piece] = []
        for piece in alike:
            if kept and self._asker.implies(piece.whole, union(each.condition for each in kept)):
                continue
            kept.append(replace(piece, condition=self._widened(piece.whole, everything), wide=None))
        return kept

    def _widened(self, condition: Term, everything: Term) -> Term:
        outside = T.and_(self._domain, T.not_(everything))
        parts = list(conjuncts(condition))
        core = self._asker.core([outside, *parts])
        if core is None:
            return condition
        parts = [part for part in parts if part in core]
        for part in list(parts):
            rest = [other for other in parts if other is not part]
            if self._asker.impossible(outside, *rest):
                parts = rest
        return T.and_(T.TRUE, *parts)

    def _disjoint(self, wide: Sequence[Piece], before: Sequence[Piece]) -> list[Piece]:
        """Each without what it has in common with those before it."""
        found: list[Piece] = []
        for piece in wide:
            earlier = [*before, *found]
            overlapping = [other.whole for other in earlier if not self._asker.impossible(piece.condition, other.whole)]
            apart = T.and_(piece.condition, T.not_(union(overlapping)))
            found.append(replace(piece, condition=apart, wide=piece.condition))
        return found
