"""What is known so far: pieces of both sides, kept disjoint (MERGE). At every moment both bounds are right."""

from __future__ import annotations

from collections.abc import Sequence

from antumbra import terms as T
from antumbra.bounds.cfc import Evidence, Piece, Side, union
from antumbra.program.restricting.assuming import conjuncts
from antumbra.records import replace
from antumbra.terms import Term


class Known:
    """``exact``: nothing is left between the bounds."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []
        #: of those, what is no path of the exploration, and the conditions of all paths
        self._others: list[Piece] = []
        self._paths: set[Term] = set()
        #: conditions that are together MUST, as simple as they are known
        self._cover: list[Term] = []
        #: conjuncts of slices: paths that have them all are known
        self._slices: list[frozenset[Term]] = []
        self.exact = False

    def merge(self, piece: Piece) -> None:
        """MERGE: a proved piece, less what is known already."""
        self._add(piece, self._pieces)

    def merge_path(self, piece: Piece) -> None:
        """MERGE of a path of one exploration: paths exclude each other, but not what came from elsewhere."""
        if piece.condition in self._paths or self._in_slice(piece):
            return
        self._paths.add(piece.condition)
        self._add(piece, self._others)

    def merge_slice(self, piece: Piece) -> None:
        """MERGE of a proved piece of MUST: of the same failure, it takes the place of all that is in it."""
        parts = frozenset(conjuncts(piece.condition))

        def inside(other: Piece) -> bool:
            alike = (other.side, other.failure) == (piece.side, piece.failure)
            return alike and parts <= set(conjuncts(other.whole))

        gone = {other.whole for other in self._pieces if inside(other)}
        self._pieces = [other for other in self._pieces if not inside(other)]
        self._others = [other for other in self._others if not inside(other)]
        self._cover = [condition for condition in self._cover if condition not in gone]
        self._slices.append(parts)
        self._add(piece, self._pieces)

    def _in_slice(self, piece: Piece) -> bool:
        parts = set(conjuncts(piece.condition)) if self._slices else set[Term]()
        return piece.side is Side.MUST and any(known <= parts for known in self._slices)

    def another_exploration(self) -> None:
        """Paths from now on may be those that are known, in other words."""
        self._others = list(self._pieces)

    def _add(self, piece: Piece, known: Sequence[Piece]) -> None:
        whole = piece.condition
        path = whole in self._paths
        parts = set(conjuncts(whole))
        # what contradicts one of its conjuncts has nothing in common with it
        near = [each.whole for each in known if not any(T.not_(part) in parts for part in conjuncts(each.whole))]
        if near:
            piece = replace(piece, condition=T.and_(whole, T.not_(union(near))), wide=whole)
        if piece.condition is T.FALSE:
            return
        self._pieces.append(piece)
        if piece.side is Side.MUST:
            self._cover.append(whole)
        if not path:
            self._others.append(piece)

    def rest_is_safe(self, evidence: Evidence) -> None:
        """Nothing but what is in MUST fails: SAFE is all the rest, and the bounds meet."""
        self._pieces = self.of(Side.MUST)
        self._pieces.append(Piece(T.not_(self.lower), Side.SAFE, evidence))
        self.exact = True

    def rest_fails(self, evidence: Evidence) -> None:
        """Everything but what is in SAFE fails."""
        self.merge(Piece(T.TRUE, Side.MUST, evidence))
        self.exact = True

    def instead(self, pieces: Sequence[Piece], cover: Sequence[Term]) -> None:
        """The same bounds, in other pieces. ``cover``: conditions that are together MUST, and may overlap."""
        self._pieces = list(pieces)
        self._cover = list(cover)

    def withdraw(self, pieces: Sequence[Piece]) -> None:
        """These were refuted: an error of ours. Nothing is said of them, and others no longer reach into them."""
        self.exact = False  # first: a limit may come between any two of these
        gone = {(piece.side, piece.condition) for piece in pieces}
        self._pieces = [replace(p, wide=None) for p in self._pieces if (p.side, p.condition) not in gone]
        self._others = [replace(p, wide=None) for p in self._others if (p.side, p.condition) not in gone]
        self._cover = [piece.condition for piece in self.of(Side.MUST)]
        self._slices.clear()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(self._pieces)

    def of(self, side: Side) -> list[Piece]:
        return [piece for piece in self._pieces if piece.side is side]

    @property
    def cover(self) -> Sequence[Term]:
        """Conditions that are together MUST; they may overlap."""
        return tuple(self._cover)

    @property
    def lower(self) -> Term:
        return union(self._cover)

    @property
    def safe(self) -> Term:
        return union(piece.whole for piece in self.of(Side.SAFE))

    @property
    def may(self) -> Term:
        return T.FALSE if self.exact else T.not_(union(piece.whole for piece in self._pieces))
