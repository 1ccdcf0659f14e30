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
from antumbra.proofs.certificate import Certificate, Everywhere, Ghost, LoopClaim, at_entry, is_at_entry
from antumbra.proofs.claims.everywhere import EverywhereClaims
from antumbra.proofs.claims.holding import Claims, Meaning
from antumbra.proofs.claims.places import Places
from antumbra.proofs.memory.addresses import by_form
from antumbra.proofs.memory.contents import Content
from antumbra.proofs.state import Frame, Place, Rounds, State
from antumbra.records import replace
from antumbra.terms import Term


class Loops:
    """Enters loops, and judges states that come back to a head. ``numbers``: of what states rest on."""

    def __init__(
        self, certificate: Certificate, judge: Judge, push: Callable[[State], None], numbers: Iterator[int]
    ) -> None:
        self._conditions = {(claim.procedure, claim.head): claim.conditions for claim in certificate.loops}
        self._everywhere = {(claim.procedure, claim.head): claim.everywhere for claim in certificate.loops}
        self._ghosts = {(claim.procedure, claim.head): claim.ghosts for claim in certificate.loops}
        self._peeled = certificate.peeled
        self._judge = judge
        self._claims = Claims(judge, (cell for claim in certificate.loops for cell in claim.cells))
        #: names of what cells held before the first round
        self._old_cells = {at_entry(variable): cell for variable, cell in self._claims.cells.items()}
        self._of_all = EverywhereClaims(judge, self._claims)
        self._places = Places(judge)
        self._push = push
        self._numbers = numbers
        self.closed: set[tuple[str, str]] = set()
        #: claims that held whenever a loop was entered in some way
        self._kept: dict[tuple[str, str], dict[Term | Everywhere, None]] = {}
        #: what holds whenever control is at the head of a loop, as far as is known
        self._held: dict[tuple[str, str], dict[Term, None]] = {}

    def shown(self) -> tuple[LoopClaim, ...]:
        """Of a walk that came to its end: what holds at the heads of closed loops, however they are entered."""
        spoken = {claim.variable for ghosts in self._ghosts.values() for claim in ghosts}
        spoken |= {v for v, cell in self._claims.cells.items() if not spoken.isdisjoint(T.free_variables(cell.address))}
        held = [
            (place, tuple(c for c in self._held[place] if spoken.isdisjoint(T.free_variables(c))))
            for place in sorted(self.closed)
        ]
        return tuple(LoopClaim(*place, claims, self._claims.cells_of(claims)) for place, claims in held if claims)

    def used(self, certificate: Certificate) -> Certificate:
        """Of a walk that came to its end: the claims that held in some loop."""
        loops: list[LoopClaim] = []
        for claim in certificate.loops:
            kept = self._kept.get((claim.procedure, claim.head), {})
            conditions = tuple(c for c in claim.conditions if c in kept)
            of_all = tuple(c for c in claim.everywhere if c in kept)
            loops.append(replace(claim, conditions=conditions, everywhere=of_all))
        return replace(certificate, loops=tuple(loops))

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
        meaning = self._meaning(rounds, state)
        for ghost in self._ghosts[frame.procedure.name, frame.label]:
            self._materialise(rounds, ghost, state, meaning)
        rounds.conditions = self._claims.holding(state, claimed, meaning)
        of_all = self._everywhere[frame.procedure.name, frame.label]
        rounds.everywhere = self._of_all.holding(rounds, of_all, state, meaning)
        all_hold = len(rounds.conditions) == len(claimed) and len(rounds.everywhere) == len(of_all)
        if not all_hold and self._peeled and frame.label not in frame.peeled:
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
            if not self._moved(rounds, place, state):
                self._places.forget(state, place)
        self._as_arrays(rounds, state)
        rounds.first = state.fork()
        meaning = self._meaning(rounds, state)
        for condition in rounds.conditions:
            known = self._claims.instance(condition, meaning)
            if known is not None:
                state.assume(known)
        for claim in rounds.everywhere:
            self._of_all.learn(rounds, claim, state, meaning)
        rounds.begun = state.condition
        where = next((c.location for c in frame.procedure.blocks[frame.label].commands if c.location), None)
        where = where or frame.procedure.blocks[frame.label].terminator.location
        state.abstract = state.abstract or f"the loop at {where}"
        self._push(state)

    def _again(self, rounds: Rounds) -> None:
        rounds.void = True
        self._begin(replace(rounds, changing=dict(rounds.changing), based={}, first=None, begun=None, void=False))

    def _materialise(self, rounds: Rounds, ghost: Ghost, state: State, meaning: Meaning) -> None:
        """An address that stays the same: any would do, claims say what is needed of it."""
        address = self._claims.instance(ghost.address, meaning)
        targets = None if address is None else by_form(self._judge.world, state, address)
        item = None if targets is None or len(targets) != 1 else targets[0].item
        if item is not None:
            place = item.content.zero(item.size) if ghost.zero else item.size
            rounds.ghosts[ghost.variable] = T.bvadd(item.base, place)

    def _as_arrays(self, rounds: Rounds, state: State) -> None:
        """Of objects that change and that claims speak of all elements of, every byte is one of an array."""
        spoken = {rounds.homes.get(cell.variable) for claim in rounds.everywhere for cell in claim.elements}
        for number in {place.item: None for place in rounds.changing if place.item in spoken and not place.life}:
            item = state.objects.get(number)
            if item is not None:
                self._places.forget(state, Place(item=number))
                array = state.objects[number].content.default
                state.objects[number] = replace(item, content=Content(array, None, array))

    def _moved(self, rounds: Rounds, place: Place, state: State) -> bool:
        """A pointer that stays in the object that it pointed into at the entry: somewhere from its start."""
        if place.variable is None or place.variable in rounds.loose:
            return False
        value = _value(rounds.entry, place.variable)
        targets = None if value is None else by_form(self._judge.world, state, value)
        item = None if targets is None or len(targets) != 1 else targets[0].item
        if item is None or item.base.op is T.CONST:
            return False
        rounds.based[place.variable] = item.number
        holder = state.variables if place.variable in state.variables else state.frame.values
        holder[place.variable] = T.bvadd(item.base, self._judge.world.unknown("away", item.base.sort))
        return True

    def _strayed(self, rounds: Rounds, state: State) -> set[Term]:
        """Pointers that a round has made of another object's address, or of a number."""
        found: set[Term] = set()
        for variable, number in rounds.based.items():
            value = _value(state, variable)
            targets = None if value is None else by_form(self._judge.world, state, value)
            item = None if targets is None or len(targets) != 1 else targets[0].item
            if item is None or item.number != number:
                found.add(variable)
        return found

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
        strayed = self._strayed(rounds, state)
        if strayed:
            rounds.loose |= strayed
            self._again(rounds)
            return
        meaning = self._meaning(rounds, state)
        left = self._claims.holding(state, rounds.conditions, meaning)
        of_all = self._of_all.holding(rounds, rounds.everywhere, state, meaning)
        if len(left) < len(rounds.conditions) or len(of_all) < len(rounds.everywhere):
            rounds.conditions, rounds.everywhere = left, of_all
            self._again(rounds)
            return
        place = (state.frame.procedure.name, rounds.head)
        self.closed.add(place)
        self._kept.setdefault(place, {}).update(dict.fromkeys((*rounds.conditions, *rounds.everywhere)))

    def _meaning(self, rounds: Rounds, state: State) -> Meaning:
        """Variables of claims in a round."""
        old = {at_entry(x): value for x, value in _values(rounds.entry)}

        def meaning(variable: Term) -> Term | None:
            found = _value(state, variable)
            cell = self._claims.cells.get(variable)
            if found is None and variable in rounds.ghosts:
                return rounds.ghosts[variable]
            if found is None and cell is not None:
                return self._claims.read(cell, meaning, state, rounds.homes)
            if variable in self._old_cells:
                return self._claims.read(self._old_cells[variable], before, rounds.entry, rounds.homes)
            return old.get(variable) if found is None else found

        def before(variable: Term) -> Term | None:
            found = _value(rounds.entry, variable)
            return rounds.ghosts.get(variable, old.get(variable)) if found is None else found

        return meaning


def _values(state: State) -> list[tuple[Term, Term]]:
    return [*state.variables.items(), *state.frame.values.items()]


def _value(state: State, variable: Term) -> Term | None:
    found = state.variables.get(variable)
    return state.frame.values.get(variable) if found is None else found
