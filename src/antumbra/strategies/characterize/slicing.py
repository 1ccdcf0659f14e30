"""SLICE: conditions of paths without what does not matter, by unsatisfiable cores and never by syntax.

A conjunct of a failing path may go if what is left still implies that something known fails: then inputs that take
another branch there fail as well, and that was shown. The same for paths that do not fail. Failures are kept apart.
Outside of the domain nothing is said, and conditions may be anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from antumbra import terms as T
from antumbra.bounds.cfc import Piece, Side, union
from antumbra.program.assuming import conjuncts
from antumbra.solvers import Sat, Unsat, UnsupportedTerm, make_backend
from antumbra.terms import Term

#: steps of one question, and of all of them
QUERY_STEPS = 100_000
STEPS = 6_000_000


class Slicer:
    """``solver``: who is asked. After ``steps`` the rest stays as it is."""

    def __init__(self, solver: str, domain: Term = T.TRUE, steps: int = STEPS) -> None:
        self._backend = make_backend(solver)
        self._domain = domain
        self._left = steps

    def sliced(self, pieces: Sequence[Piece]) -> tuple[list[Piece], list[Term]]:
        """Disjoint pieces that are together the same, and simpler conditions, which may overlap, that are MUST."""
        found: list[Piece] = []
        cover: list[Term] = []
        for key in dict.fromkeys((piece.side, piece.failure) for piece in pieces):
            alike = [piece for piece in pieces if (piece.side, piece.failure) == key]
            wide = self._wide(alike)
            found += self._disjoint(wide)
            if key[0] is Side.MUST:
                cover += [piece.condition for piece in wide]
        return found, cover

    def _wide(self, alike: Sequence[Piece]) -> list[Piece]:
        """Pieces of one kind, widened as far as all of them together reach; without those that others cover."""
        everything = union(piece.condition for piece in alike)
        kept: list[Piece] = []
        for piece in alike:
            if kept and self._excludes([piece.condition, T.not_(union(each.condition for each in kept))]) is not None:
                continue
            kept.append(replace(piece, condition=self._widened(piece.condition, everything)))
        return kept

    def _widened(self, condition: Term, everything: Term) -> Term:
        outside = T.and_(self._domain, T.not_(everything))
        parts = list(conjuncts(condition))
        core = self._excludes([outside, *parts])
        if core is None:
            return condition
        parts = [part for part in parts if part in core]
        for part in list(parts):
            rest = [other for other in parts if other is not part]
            if self._excludes([outside, *rest]) is not None:
                parts = rest
        return T.and_(T.TRUE, *parts)

    def _disjoint(self, wide: Sequence[Piece]) -> list[Piece]:
        """Each without what it has in common with those before it."""
        found: list[Piece] = []
        for piece in wide:
            overlapping = [
                other.condition for other in found if self._excludes([piece.condition, other.condition]) is None
            ]
            found.append(replace(piece, condition=T.and_(piece.condition, T.not_(union(overlapping)))))
        return found

    def _excludes(self, conditions: list[Term]) -> tuple[Term, ...] | None:
        """The core, if the conditions exclude each other; None if they do not, or nobody knows."""
        if self._left <= 0:
            return None
        try:
            answer = self._backend.check(conditions, steps=QUERY_STEPS)
        except UnsupportedTerm:
            self._left = 0
            return None
        self._left -= self._backend.steps + 500
        if isinstance(answer, Sat) or not isinstance(answer, Unsat):
            return None
        return tuple(answer.core)
