"""Loops of which claims tell what holds in every round: one state stands for all of them.

The claims are not believed. Of those for a loop the ones stay that hold where the loop is entered (if not all of them
do, where its second round begins: the first is then executed alone), and when a round that begins with them comes back,
those that hold again; what turns out to change in a round is unknown in every round.
When nothing more changes, the state at the head stands for every round (induction), and what follows the loop follows
from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from antumbra import terms as T
from antumbra.proofs.asking.judge import Judge
from antumbra.proofs.certificate import Certificate, LoopClaim, at_entry, is_at_entry
from antumbra.proofs.claims.holding import Claims, Meaning
from antumbra.proofs.claims.places import Places
from antumbra.proofs.state import Frame, Rounds, State
from antumbra.terms import Term


class Loops:
    """Enters loops, and judges states that come back to a head. ``numbers``: of what states rest on."""

    def __init__(
        self, certificate: Certificate, judge: Judge, push: Callable[[State], None], numbers: Iterator[int]
    ) -> None:
        self._conditions = {(claim.procedure, claim.head): claim.conditions for claim in certificate.loops}
        self._claims = Claims(judge, (cell for claim in certificate.loops for cell in claim.cells))
        #: names of what cells held before the first round
        self._old_cells = {at_entry(variable): cell for variable, cell in self._claims.cells.items()}
        self._places = Places(judge)
        self._push = push
        self._numbers = numbers
        self.closed: set[tuple[str, str]] = set()
        #: what holds whenever control is at the head of a loop, as far as is known
        self._held: dict[tuple[str, str], dict[Term, None]] = {}

    def shown(self) -> tuple[LoopClaim, ...]:
        """Of a walk that came to its end: what holds at the heads of closed loops, however they are entered."""
        held = [(place, tuple(self._held[place])) for place in sorted(self.closed)]
        return tuple(LoopClaim(*place, claims, self._claims.cells_of(claims)) for place, claims in held if claims)

    def _hold(self, frame: Frame, conditions: list[Term]) -> None:
        """Only these hold here."""
        place = (frame.procedure.name, frame.label)
        known = self._held.get(place)
        self._held[place] = {c: None for c in conditions if known is None or c in known}

    def concerns(self, frame: Frame) -> bool:
        return (frame.procedure.name, frame.label) in self._conditions

    def arrive(self, state: State) -> None:
        """A state is at the head of a loop with claims."""
        frame = state.frame
        known = next((r for r in frame.rounds if r.head == frame.label), None)
        if known is None:
            self._enter(state)
        elif not known.void:
            self._return(known, state)

    def _enter(self, state: State) -> None:
        frame = state.frame
        claimed = self._conditions[frame.procedure.name, frame.label]
        rounds = Rounds(0, frame.label, state, [])
        rounds.conditions = self._claims.holding(state, claimed, self._meaning(rounds, state))
        if len(rounds.conditions) < len(claimed) and frame.label not in frame.peeled:
            # it may hold from the second round on
            frame.peeled = (*frame.peeled, frame.label)
            # what it says of values at the entry is about the second round's
            self._hold(frame, [c for c in rounds.conditions if not any(map(is_at_entry, T.free_variables(c)))])
            self._push(state)
        else:
            self._begin(rounds)

    def _begin(self, rounds: Rounds) -> None:
        """The state that stands for every round."""
        rounds.number = next(self._numbers)
        state = rounds.entry.fork()
        frame = state.frame
        self._hold(frame, rounds.conditions)
        frame.rounds = (*frame.rounds, rounds)
        state.rests = (*state.rests, rounds)
        for place in rounds.changing:
            self._places.forget(state, place)
        rounds.first = state.fork()
        for condition in rounds.conditions:
            known = self._claims.instance(condition, self._meaning(rounds, state))
            if known is not None:
                state.assume(known)
        rounds.begun = state.condition
        where = next((c.location for c in frame.procedure.blocks[frame.label].commands if c.location), None)
        where = where or frame.procedure.blocks[frame.label].terminator.location
        state.abstract = state.abstract or f"the loop at {where}"
        self._push(state)

    def _again(self, rounds: Rounds) -> None:
        rounds.void = True
        self._begin(Rounds(0, rounds.head, rounds.entry, rounds.conditions, rounds.changing))

    def _return(self, rounds: Rounds, state: State) -> None:
        first = rounds.first
        if first is None:
            raise ValueError("a loop that was not begun")
        values = ((x, value, _value(state, x)) for x, value in _values(first))
        changed = self._places.different(first, state, values, rounds.changing)
        if changed:
            rounds.changing.update(dict.fromkeys(changed))
            self._again(rounds)
            return
        left = self._claims.holding(state, rounds.conditions, self._meaning(rounds, state))
        if len(left) < len(rounds.conditions):
            rounds.conditions = left
            self._again(rounds)
            return
        self.closed.add((state.frame.procedure.name, rounds.head))

    def _meaning(self, rounds: Rounds, state: State) -> Meaning:
        """Variables of claims in a round."""
        old = {at_entry(x): value for x, value in _values(rounds.entry)}

        def meaning(variable: Term) -> Term | None:
            found = _value(state, variable)
            cell = self._claims.cells.get(variable)
            if found is None and cell is not None:
                return self._claims.read(cell, lambda x: _value(state, x), state)
            if variable in self._old_cells:
                return self._claims.read(self._old_cells[variable], lambda x: _value(rounds.entry, x), rounds.entry)
            return old.get(variable) if found is None else found

        return meaning


def _values(state: State) -> list[tuple[Term, Term]]:
    return [*state.variables.items(), *state.frame.values.items()]


def _value(state: State, variable: Term) -> Term | None:
    found = state.variables.get(variable)
    return state.frame.values.get(variable) if found is None else found
