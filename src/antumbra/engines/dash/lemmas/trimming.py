"""Of all lemmas those that a proof rests on: what excluded a move, and what these follow from in turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from antumbra import terms as T
from antumbra.engines.dash.lemmas.induction import Asking, Candidates
from antumbra.engines.dash.lemmas.lemmas import Lemmas, contracts_of, premise
from antumbra.engines.dash.lemmas.moves import Move
from antumbra.engines.dash.states import under
from antumbra.engines.dash.systems.system import Place
from antumbra.terms import Term

#: a condition at a place
Part = tuple[Place, Term]


def trimmed(lemmas: Lemmas, moves: Sequence[Move], asking: Asking) -> Lemmas:
    """They hold by induction as the whole does; less is left out if too much would have to be asked."""
    work = _Trimming(lemmas, moves, asking)
    work.run()
    if not work.plain and not work.related:
        return Lemmas()
    related = _by_place(lemmas.related, work.related)
    return Lemmas(
        lemmas.systems, related, _by_place(lemmas.invariants, work.plain), contracts_of(lemmas.systems, related)
    )


def _by_place(whole: Candidates, needed: Mapping[Part, None]) -> Candidates:
    return {place: [c for c in here if (place, c) in needed] for place, here in whole.items()}


class _Trimming:
    """``plain``: what is needed of the invariants; ``related``: of those with ghosts, contracts among them."""

    def __init__(self, lemmas: Lemmas, moves: Sequence[Move], asking: Asking) -> None:
        self._lemmas = lemmas
        self._asking = asking
        self._into: dict[Place, list[Move]] = {}
        for move in moves:
            self._into.setdefault(move.target, []).append(move)
        self._premises = {s.exit: premise(s, lemmas.related) for s in lemmas.systems.values()}
        self._entries = {s.exit: s.entry for s in lemmas.systems.values()}
        self.plain: dict[Part, None] = {}
        self.related: dict[Part, None] = {}
        self._granted: set[Part] = set()

    def run(self) -> None:
        for use in self._lemmas.uses:
            self._rest(use.place, use.facts, use.back)
        done = 0
        while done < len(self.plain):
            place, condition = list(self.plain)[done]
            done += 1
            for move in self._into.get(place, ()):
                self._rest(move.source, [*move.conditions, T.not_(under(condition, move.values))], move)

    # ------------------------------------------------------------ invariants

    def _rest(self, place: Place | None, facts: Sequence[Term], back: Move | None) -> None:
        """Facts exclude each other under some invariants at a place, and a contract if the move is a return."""
        lemmas = self._lemmas
        parts: dict[Part, Term] = {} if place is None else {(place, c): c for c in lemmas.invariants.get(place, ())}
        if back is not None and back.exit is not None:
            premise_ = self._premises[back.exit]
            for c in lemmas.related.get(back.exit, ()):
                parts[back.exit, c] = under(T.or_(T.not_(premise_), c), back.returned)
        exits = {} if back is None or back.exit is None else {back.exit: None}
        for part in self._smallest(facts, parts):
            if part[0] in exits:
                self._promise(part)
            else:
                self.plain[part] = None

    def _smallest(self, facts: Sequence[Term], parts: Mapping[Part, Term]) -> list[Part]:
        """Some parts without which the facts would not exclude each other."""
        if not parts or self._asking.excluded(facts):
            return []
        kept = list(parts)
        for part in list(kept):
            fewer = [p for p in kept if p != part]
            if self._asking.excluded([*facts, *(parts[p] for p in fewer)]):
                kept = fewer
        return kept

    # ------------------------------------------------------------ contracts

    def _promise(self, part: Part) -> None:
        """A part of a contract, with what it follows from; callers grant what that takes for granted at the entry."""
        work = [part]
        while work:
            place, condition = work.pop()
            if (place, condition) in self.related:
                continue
            self.related[place, condition] = None
            for move in self._into.get(place, ()):
                facts = [*move.conditions, T.not_(under(condition, move.values))]
                work += self._smallest(facts, dict(self._sources(move)))
        for place, condition in list(self.related):
            if place in self._entries.values() and (place, condition) not in self._granted:
                self._granted.add((place, condition))
                for move in self._into.get(place, ()):
                    self._rest(move.source, [*move.conditions, T.not_(under(condition, move.values))], None)

    def _sources(self, move: Move) -> Iterator[tuple[Part, Term]]:
        related = self._lemmas.related
        if move.source is not None:
            yield from (((move.source, c), c) for c in related.get(move.source, ()))
        if move.exit is not None:
            yield from (((move.exit, c), under(c, move.returned)) for c in related.get(move.exit, ()))
